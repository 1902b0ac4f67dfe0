// On a busy machine n8n may take minutes to start and to run the workflows of a test.
jest.setTimeout(600_000);
