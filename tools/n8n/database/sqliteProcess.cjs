// Accesses n8n's SQLite database. This is a separate process because node:sqlite needs the newer
// Node.js that n8n runs on.
//   query <file> <sql>   prints each row as a line of JSON
//   execute <file> <sql> executes the statements
//   lock <file>          locks the database for writing, prints `locked`, and unlocks it on SIGTERM
const { DatabaseSync } = require('node:sqlite');

const [task, file, sql] = process.argv.slice(2);

function query() {
	const database = new DatabaseSync(file, { readOnly: true, timeout: 30_000 });
	for (const row of database.prepare(sql).iterate())
		process.stdout.write(`${JSON.stringify(row)}\n`);
	database.close();
}

function execute() {
	const database = new DatabaseSync(file, { timeout: 30_000 });
	database.exec(sql);
	database.close();
}

function lock() {
	const database = new DatabaseSync(file, { timeout: 30_000 });
	database.exec('BEGIN EXCLUSIVE');
	process.stdout.write('locked\n');
	const keepAlive = setInterval(() => undefined, 1_000);
	process.on('SIGTERM', () => {
		database.exec('ROLLBACK');
		clearInterval(keepAlive);
	});
}

const tasks = { query, execute, lock };
tasks[task]();
