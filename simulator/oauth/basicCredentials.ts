import type { FastifyRequest } from 'fastify';

/** Name and password of an `Authorization: Basic` header; undefined without one. */
export function basicCredentialsOf(
	request: FastifyRequest,
): { name: string; password: string } | undefined {
	const basic = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
	if (basic === undefined) return undefined;
	const text = Buffer.from(basic, 'base64').toString();
	const colon = text.indexOf(':');
	return { name: text.slice(0, colon), password: text.slice(colon + 1) };
}
