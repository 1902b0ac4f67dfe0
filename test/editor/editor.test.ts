import { EXTENT } from './extent';
import { credentials } from './features/credentials';
import { executions } from './features/executions';
import { nodePicker } from './features/nodePicker';
import { operationForms } from './features/operationForms';
import { refusedList } from './features/refusedList';
import { trigger } from './features/trigger';
import { vehicleList } from './features/vehicleList';
import { Stage } from './stage';

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
