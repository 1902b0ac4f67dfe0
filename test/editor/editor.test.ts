import { EditorSession } from './editorSession';
import { credentialTests } from './features/credentialTests';
import { exampleTests } from './features/exampleTests';
import { executionTests } from './features/executionTests';
import { listeningTests } from './features/listeningTests';
import { listErrorTests } from './features/listErrorTests';
import { nodePickerTests } from './features/nodePickerTests';
import { operationFormTests } from './features/operationFormTests';
import { ownerTests } from './features/ownerTests';
import { toolTests } from './features/toolTests';
import { triggerTests } from './features/triggerTests';
import { vehicleListTests } from './features/vehicleListTests';
import { SCOPE } from './scope';

// All features share one n8n and one browser, because starting them takes longer than most tests.
let session: EditorSession;
const getSession = () => session;
/** The errors in the browser, each with the test in which it happened. */
const browserErrors: string[] = [];

beforeAll(async () => {
	session = await EditorSession.start();
});

afterEach(async () => {
	for (const error of await session.browserErrors.takeErrors())
		browserErrors.push(`${expect.getState().currentTestName}: ${error}`);
});

afterAll(async () => await session?.close());

// Not after each test, because jest would forgive an error in a test that passes when it is
// retried.
afterAll(() => expect(browserErrors).toEqual([]));

nodePickerTests(getSession);
credentialTests(getSession, SCOPE);
operationFormTests(getSession, SCOPE);
vehicleListTests(getSession);
toolTests(getSession);
if (SCOPE === 'all') listErrorTests(getSession);
triggerTests(getSession, SCOPE);
listeningTests(getSession);
executionTests(getSession);
exampleTests(getSession, SCOPE);
// Last, because owners add cars to the fleet.
ownerTests(getSession);
