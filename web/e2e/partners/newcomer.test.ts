import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { scratchFolder } from '#api/testing/scratchFolder.ts';
import { test, visit } from '../support/fixtures.ts';
import { makeTestToken } from '../support/partners.ts';

interface Message {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Keeps what is posted to it. */
async function startReceiver(): Promise<{ address: string; messages: Message[] }> {
  const messages: Message[] = [];
  const server = createServer(async (request, response) => {
    messages.push({ headers: request.headers, body: await text(request) });
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/webhooks`, messages };
}

test('With the developer pages and curl alone, a newcomer gets an answer and checks a webhook', async ({
  openPage,
  annotate,
}) => {
  const page = await openPage();
  await visit(page, '/developers');
  const blocks = await page
    .locator('pre[data-language="sh"]')
    .evaluateAll((found) => found.map((each) => each.textContent ?? ''));
  const folder = scratchFolder();
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    TIDEWEEK_TOKEN: await makeTestToken(`newcomer${process.pid}`),
  };
  const start = performance.now();
  const seconds = (): string => ((performance.now() - start) / 1000).toFixed(1);

  /** Runs the block of the page with these words, after giving values to what it exports. */
  const run = async (words: string): Promise<string> => {
    const block = blocks.find((each) => each.includes(words));
    expect(block, `a block with ${words}`).toBeDefined();
    const script = block?.replace(/^export .*\n/, '') ?? '';
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], { env, cwd: folder });
    return stdout.trim();
  };
  const answerTo = async <Data>(words: string): Promise<Data> =>
    (JSON.parse(await run(words)) as { data: Data }).data;

  const first = await answerTo<{ resorts: { edges: { node: { name: string } }[] } }>('Resorts {');
  expect(first.resorts.edges.map(({ node }) => node.name)).toContain("Marriott's Aruba Surf Club");
  await annotate(`first answer after ${seconds()} s`);

  const receiver = await startReceiver();
  const own = await answerTo<{ organization: { id: string } }>('query Own');
  env['ORGANIZATION_ID'] = own.organization.id;
  env['WEBHOOK_ADDRESS'] = receiver.address;
  const { createWebhookEndpoint: made } = await answerTo<{
    createWebhookEndpoint: { secret: string; endpoint: { id: string } };
  }>('mutation MakeEndpoint');
  env['ENDPOINT_ID'] = made.endpoint.id;
  await run('mutation Try');
  await expect.poll(() => receiver.messages.length).toBe(1);
  const [message] = receiver.messages;
  env['SECRET'] = made.secret;
  env['ID'] = String(message?.headers['webhook-id']);
  env['TIMESTAMP'] = String(message?.headers['webhook-timestamp']);
  env['SIGNATURE'] = String(message?.headers['webhook-signature']);
  writeFileSync(join(folder, 'body.json'), message?.body ?? '');
  expect(await run('openssl dgst')).toBe('genuine');
  await annotate(`verified webhook after ${seconds()} s`);
  writeFileSync(join(folder, 'body.json'), `${message?.body} `);
  expect(await run('openssl dgst')).toBe('forged');

  // It is stored after the receiver has answered.
  await expect.poll(() => run('query Log')).toMatch(/webhook\.test.*"answerStatus":204/s);
});
