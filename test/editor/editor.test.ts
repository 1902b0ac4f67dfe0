import { EXTENT } from './scope';
import { credentials } from './features/credentialTests';
import { executions } from './features/executionTests';
import { nodePicker } from './features/nodePickerTests';
import { operationForms } from './features/operationFormTests';
import { refusedList } from './features/listErrorTests';
import { trigger } from './features/triggerTests';
import { vehicleList } from './features/vehicleListTests';
import { Stage } from './editorSession';

// One n8n and one browser for all features: to start them takes longer than most of what is tried.
let running: Stage;
const stage = () => running;

beforeAll(async () => {
	running = await Stage.start();
});

afterAll(async () => await running?.close());

afterEach(async () => {
	expect(await running.watch.take()).toEqual([]);
});

nodePicker(stage);
credentials(stage, EXTENT);
operationForms(stage, EXTENT);
vehicleList(stage);
if (EXTENT === 'all') refusedList(stage);
trigger(stage, EXTENT);
executions(stage);
