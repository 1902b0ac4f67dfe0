import { EXTENT } from './scope';
import { credentials } from './features/credentialTests';
import { executions } from './features/executionTests';
import { nodePicker } from './features/nodePickerTests';
import { operationForms } from './features/operationFormTests';
import { refusedList } from './features/listErrorTests';
import { trigger } from './features/triggerTests';
import { vehicleList } from './features/vehicleListTests';
import { EditorSession } from './editorSession';

// One n8n and one browser for all features: to start them takes longer than most of what is tried.
let running: EditorSession;
const session = () => running;

beforeAll(async () => {
	running = await EditorSession.start();
});

afterAll(async () => await running?.close());

afterEach(async () => {
	expect(await running.watch.take()).toEqual([]);
});

nodePicker(session);
credentials(session, EXTENT);
operationForms(session, EXTENT);
vehicleList(session);
if (EXTENT === 'all') refusedList(session);
trigger(session, EXTENT);
executions(session);
