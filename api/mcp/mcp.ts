import type { FastifyInstance } from 'fastify';
import { InvalidInputError } from '#api/platform/errors.ts';
import { requireShallow } from '#api/platform/input/jsonDepth.ts';
import type { ContextOf } from '#api/rest.ts';
import type { createMcp } from './protocol.ts';

/** The Model Context Protocol at /mcp. Its library is loaded by the first message. */
export function mountMcp(
  app: FastifyInstance,
  contextOf: ContextOf,
  parts: Parameters<typeof createMcp>[0],
): void {
  let loaded: Promise<ReturnType<typeof createMcp>> | undefined;
  app.post('/mcp', async (request, reply) => {
    const context = await contextOf(request, reply);
    requireShallow(request.body);
    if (Array.isArray(request.body)) {
      throw new InvalidInputError('body', 'Send one message in a request');
    }
    loaded ??= import('./protocol.ts').then((protocol) => protocol.createMcp(parts));
    const answer = await loaded;
    const { status, text } = await answer(request.body, request.headers, context);
    reply.headers({ ...context.answerHeaders, 'cache-control': 'no-store' });
    if (text) reply.type('application/json; charset=utf-8');
    return reply.status(status).send(text);
  });
  app.route({
    method: ['GET', 'DELETE', 'PUT', 'PATCH'],
    url: '/mcp',
    handler: (_request, reply) =>
      reply
        .status(405)
        .header('allow', 'POST')
        .type('text/plain; charset=utf-8')
        .send('Send messages of the Model Context Protocol with POST'),
  });
}
