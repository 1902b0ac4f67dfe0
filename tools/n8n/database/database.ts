/**
 * Direct access to n8n's database, whether n8n runs or not. For thousands of executions this is
 * much faster than n8n's REST API.
 */
export interface Database {
	/**
	 * Calls `onRow` with each row, an object by column name.
	 *
	 * @throws Error with the database's message
	 */
	query(sql: string, onRow: (row: unknown) => void): Promise<void>;
	/** Executes SQL that returns no rows. @throws Error with the database's message */
	execute(sql: string): Promise<void>;
}
