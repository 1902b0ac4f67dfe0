import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { listenLocally } from '../../support/listenLocally';

const toolCallSchema = z.object({
	id: z.string(),
	function: z.object({ name: z.string(), arguments: z.string() }),
});

/** A text, whole or in parts. */
const contentSchema = z.union([
	z.string(),
	z
		.array(z.object({ type: z.literal('text'), text: z.string() }))
		.transform((parts) => parts.map(({ text }) => text).join('')),
]);

const messageSchema = z.object({
	role: z.enum(['system', 'user', 'assistant', 'tool']),
	content: contentSchema.nullish(),
	tool_calls: z.array(toolCallSchema).optional(),
	tool_call_id: z.string().optional(),
});

const requestSchema = z.object({
	model: z.string(),
	stream: z.boolean().optional(),
	messages: z.array(messageSchema),
	tools: z
		.array(
			z.object({
				type: z.literal('function'),
				function: z.object({
					name: z.string(),
					description: z.string(),
					parameters: z.record(z.unknown()),
				}),
			}),
		)
		.default([]),
});

export type ChatRequest = z.infer<typeof requestSchema>;

/** The model's next message: its final text, or the tools that n8n has to call. */
export type ModelReply = { text: string } | { calls: Array<{ tool: string; arguments: object }> };

/**
 * A server with the HTTP interface of OpenAI's chat completions. A function of the test returns the
 * model's messages.
 */
export interface SimulatedChatModel {
	/** The base URL for the OpenAI credential. */
	url: string;
	/** The requests so far, each with its authorization header. */
	requests: Array<ChatRequest & { authorization: string | undefined }>;
	close(): Promise<void>;
}

/** The results of all tool calls so far, in the order of the calls. JSON is parsed. */
export function toolResults({ messages }: ChatRequest): unknown[] {
	const results = new Map(messages.map(({ tool_call_id: id, content }) => [id, content ?? '']));
	const calls = messages.flatMap(({ tool_calls: toolCalls }) => toolCalls ?? []);
	return calls.map(({ id }) => parseJsonOrText(results.get(id) ?? ''));
}

function parseJsonOrText(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** The body of OpenAI's response. */
function createCompletion(model: string, reply: ModelReply, number: number): object {
	const message =
		'text' in reply
			? { role: 'assistant', content: reply.text }
			: {
					role: 'assistant',
					content: null,
					tool_calls: reply.calls.map(({ tool, arguments: args }, index) => ({
						id: `call_${number}_${index}`,
						type: 'function',
						function: { name: tool, arguments: JSON.stringify(args) },
					})),
				};
	return {
		id: `chatcmpl-${number}`,
		object: 'chat.completion',
		created: Math.floor(Date.now() / 1000),
		model,
		choices: [
			{ index: 0, message, logprobs: null, finish_reason: 'text' in reply ? 'stop' : 'tool_calls' },
		],
		usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
	};
}

/** Starts the server. @param createReply returns the model's reply to a request */
export async function startChatModel(
	createReply: (request: ChatRequest) => ModelReply,
): Promise<SimulatedChatModel> {
	const requests: SimulatedChatModel['requests'] = [];
	const server = createServer((incoming, outgoing) => {
		const respond = (status: number, body: object) => {
			outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		};
		void json(incoming)
			.then((body) => {
				if (incoming.url !== '/v1/chat/completions')
					throw new Error(`Unknown path ${incoming.url}`);
				const request = requestSchema.parse(body);
				if (request.stream) throw new Error('Streaming is not supported');
				requests.push({ ...request, authorization: incoming.headers.authorization });
				respond(200, createCompletion(request.model, createReply(request), requests.length));
			})
			.catch((error: unknown) => {
				respond(400, {
					error: { message: String(error), type: 'invalid_request_error', param: null, code: null },
				});
			});
	});
	const url = await listenLocally(server);
	return {
		url: `${url}/v1`,
		requests,
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
