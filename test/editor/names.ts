/** The trigger of the alert workflow. */
export const TRIGGER = 'Smartcar Trigger';

/** ID of the application credential that the environment imports (tools/testEnvironment/credentials.ts). */
export const APPLICATION_CREDENTIAL = 'smartcarApp00001';
