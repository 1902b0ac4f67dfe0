/** Reads n8n's database directly, whether n8n runs or not: thousands of executions a second, where REST reads one. */
export interface Database {
	/** Calls `onRow` with each row, an object by column name. @throws Error with the database's message */
	query(sql: string, onRow: (row: unknown) => void): Promise<void>;
}
