const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const esbuild = require('esbuild');
const { dest, series, src } = require('gulp');

const DIST = path.join(__dirname, 'dist');
const VENDORED_ZOD = path.join(DIST, 'vendor', 'zod.js');

async function clean() {
	fs.rmSync(DIST, { recursive: true, force: true });
}

async function compile() {
	const tsc = require.resolve('typescript/bin/tsc');
	execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
}

function assets() {
	return src(['nodes/**/*.{json,svg}', 'icons/**/*.svg'], { base: '.', encoding: false }).pipe(
		dest('dist'),
	);
}

/**
 * A verified package may have no runtime dependency, and the zod that n8n happens to bring changes
 * with its releases. So zod is in dist as one readable file, and the compiled sources require that
 * file.
 */
async function vendorZod() {
	const zod = path.join(__dirname, 'node_modules', 'zod');
	const { version } = JSON.parse(fs.readFileSync(path.join(zod, 'package.json'), 'utf8'));
	const license = fs.readFileSync(path.join(zod, 'LICENSE'), 'utf8');
	await esbuild.build({
		stdin: { contents: "export * from 'zod';", resolveDir: __dirname },
		bundle: true,
		minify: false,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		outfile: VENDORED_ZOD,
		banner: { js: `/*! zod ${version}\n${license}*/` },
	});
	for (const entry of fs.readdirSync(DIST, { recursive: true })) {
		const file = path.join(DIST, entry);
		if (!file.endsWith('.js') || file === VENDORED_ZOD) continue;
		const vendored = path
			.relative(path.dirname(file), VENDORED_ZOD)
			.split(path.sep)
			.join('/')
			.replace(/\.js$/, '');
		const code = fs.readFileSync(file, 'utf8');
		fs.writeFileSync(file, code.replaceAll('require("zod")', `require("${vendored}")`));
	}
}

exports.build = series(clean, compile, assets, vendorZod);
exports.default = exports.build;
