/** n8n's editor moves things while it is clicked; what fails three times in a row is no accident. */
jest.retryTimes(2, { logErrorsBeforeRetry: true });
