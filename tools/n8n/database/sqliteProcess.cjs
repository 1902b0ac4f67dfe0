// Works on n8n's SQLite database from a process of its own, with the SQLite that comes with the Node.js n8n runs on.
//   query <file> <sql>   prints each row as a line of JSON; the database is opened for reading only
//   change <file> <sql>  carries out the statements
//   block <file>         lets nothing be written until SIGTERM; prints `blocked` when that holds
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
