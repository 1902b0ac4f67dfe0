/** n8n takes seconds to start, and longer on a busy machine. */
jest.setTimeout(180_000);
