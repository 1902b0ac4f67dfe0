import type { FastifyRequest } from 'fastify';

/** Name and password of an `Authorization: Basic` header; undefined without a valid one. */
export function basicCredentials(
	request: FastifyRequest,
): { name: string; password: string } | undefined {
	const encoded = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
	if (encoded === undefined) return undefined;
	const text = Buffer.from(encoded, 'base64').toString();
	const colon = text.indexOf(':');
	if (colon === -1) return undefined;
	return { name: text.slice(0, colon), password: text.slice(colon + 1) };
}
