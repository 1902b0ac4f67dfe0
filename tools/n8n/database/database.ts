/** Reads n8n's database while n8n runs or is down: thousands of executions in a second, where REST takes one at a time. */
export interface Database {
	/** Calls back with each row, as an object by column name. @throws Error with the database's own message */
	query(sql: string, onRow: (row: unknown) => void): Promise<void>;
}
