import { createServer } from 'node:http';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const toolCallSchema = z.object({
	id: z.string(),
	function: z.object({ name: z.string(), arguments: z.string() }),
});

const messageSchema = z.object({
	role: z.enum(['system', 'user', 'assistant', 'tool']),
	content: z.string().nullish(),
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

export type ChatMessage = z.infer<typeof messageSchema>;
export type ChatRequest = z.infer<typeof requestSchema>;

/** What the model says next: text, or tools that it wants to have called, all at once. */
export type Turn = { text: string } | { calls: Array<{ tool: string; arguments: object }> };

/** A chat model that behaves as its script says, behind the HTTP interface of OpenAI's chat completions. */
export interface ChatModel {
	/** For the credential. */
	url: string;
	/** What it was asked so far, and with which key. */
	requests: Array<ChatRequest & { authorization: string | undefined }>;
	close(): Promise<void>;
}

/** The tools' answers so far, in the order in which they were asked for, each parsed if it is JSON. */
export function toolAnswers({ messages }: ChatRequest): Array<{ tool: string; answer: unknown }> {
	const answers = new Map(messages.map(({ tool_call_id: id, content }) => [id, content ?? '']));
	const calls = messages.flatMap(({ tool_calls: made }) => made ?? []);
	return calls.map(({ id, function: { name } }) => ({
		tool: name,
		answer: parsed(answers.get(id) ?? ''),
	}));
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function completion(model: string, turn: Turn, place: number): object {
	const message =
		'text' in turn
			? { role: 'assistant', content: turn.text }
			: {
					role: 'assistant',
					content: null,
					tool_calls: turn.calls.map(({ tool, arguments: given }, index) => ({
						id: `call_${place}_${index}`,
						type: 'function',
						function: { name: tool, arguments: JSON.stringify(given) },
					})),
				};
	return {
		id: `chatcmpl-${place}`,
		object: 'chat.completion',
		created: Math.floor(Date.now() / 1000),
		model,
		choices: [
			{ index: 0, message, logprobs: null, finish_reason: 'text' in turn ? 'stop' : 'tool_calls' },
		],
		usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
	};
}

/** Starts it; the script is asked for each turn and sees the whole request. */
export async function startChatModel(script: (request: ChatRequest) => Turn): Promise<ChatModel> {
	const requests: ChatModel['requests'] = [];
	const server = createServer((incoming, outgoing) => {
		const answer = (status: number, body: object) => {
			outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		};
		void json(incoming)
			.then((body) => {
				if (incoming.url !== '/v1/chat/completions') throw new Error(`There is no ${incoming.url}`);
				const request = requestSchema.parse(body);
				if (request.stream) throw new Error('This model does not stream');
				requests.push({ ...request, authorization: incoming.headers.authorization });
				answer(200, completion(request.model, script(request), requests.length));
			})
			.catch((error: unknown) => {
				answer(400, {
					error: { message: String(error), type: 'invalid_request_error', param: null, code: null },
				});
			});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string')
		throw new Error('the server has no TCP address');
	return {
		url: `http://127.0.0.1:${address.port}/v1`,
		requests,
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
