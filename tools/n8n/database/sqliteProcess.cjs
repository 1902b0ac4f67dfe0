// Accesses n8n's SQLite database. A process of its own, because it needs node:sqlite of the newer Node.js that n8n runs on.
//   query <file> <sql>   prints each row as a line of JSON
//   change <file> <sql>  executes the statements
//   block <file>         locks the database for writing until SIGTERM, and prints `blocked` once it is locked
const { DatabaseSync } = require('node:sqlite');

const [task, file, sql] = process.argv.slice(2);

function query() {
	const database = new DatabaseSync(file, { readOnly: true, timeout: 30_000 });
	for (const row of database.prepare(sql).iterate())
		process.stdout.write(`${JSON.stringify(row)}\n`);
	database.close();
}

function change() {
	const database = new DatabaseSync(file, { timeout: 30_000 });
	database.exec(sql);
	database.close();
}

function block() {
	const database = new DatabaseSync(file, { timeout: 30_000 });
	database.exec('BEGIN EXCLUSIVE');
	process.stdout.write('blocked\n');
	const alive = setInterval(() => undefined, 1_000);
	process.on('SIGTERM', () => {
		database.exec('ROLLBACK');
		clearInterval(alive);
	});
}

const tasks = { query, change, block };
tasks[task]();
