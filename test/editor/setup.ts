// n8n's editor moves elements while they are clicked, so a click can miss. A test fails if it fails
// three times in a row.
jest.retryTimes(2, { logErrorsBeforeRetry: true });
