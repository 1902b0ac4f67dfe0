// n8n takes seconds to start, on a busy machine even longer.
jest.setTimeout(600_000);
