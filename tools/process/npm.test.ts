import { adviceFor } from './npm';

test.each([
	[
		'npm error code ENOTFOUND\nnpm error network request to https://registry failed',
		/network connection/,
	],
	['npm error code ENOSPC', /disk is full/],
	['gyp ERR! find Python Python is not set', /Python 3, make and a C\+\+ compiler/],
	['gyp ERR! stack Error: not found: make', /Python 3, make and a C\+\+ compiler/],
	['npm error code EACCES\nnpm error syscall mkdir', /owner and permissions/],
	[
		'npm error code ETARGET\nnpm error notarget No matching version found for x@1',
		/registry setting/,
	],
	['something nobody has seen', /Read what npm says/],
])('%j', (output, advice) => {
	expect(adviceFor(output)).toMatch(advice);
});
