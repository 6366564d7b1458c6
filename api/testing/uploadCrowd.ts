import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createClient } from './client.ts';

/** The ways to send a document to a server. */
export const uploadWays = ['one file by a link', 'in pieces of 5 MiB', 'by GraphQL'] as const;
export type UploadWay = (typeof uploadWays)[number];

const pieceBytes = 5 * 1024 * 1024;

/**
 * Sends the same document `count` times concurrently, as one new member, and waits until all were
 * inspected and stored.
 * @returns seconds
 * @throws {Error} with the response if one is refused
 */
export async function sendCrowd(
  origin: string,
  way: UploadWay,
  { count, content }: { count: number; content: Buffer },
): Promise<number> {
  const cookie = await newMember(origin);
  const send = { origin, cookie, content };
  const one = {
    'one file by a link': () => sendFile(send),
    'in pieces of 5 MiB': () => sendPieces(send),
    'by GraphQL': () => sendByGraphQL(send),
  }[way];
  const started = performance.now();
  await Promise.all(Array.from({ length: count }, one));
  return (performance.now() - started) / 1000;
}

/**
 * Memory of a process in MB: current and peak.
 * @throws {Error} if there is no /proc
 */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
}

interface Sending {
  origin: string;
  cookie: string;
  content: Buffer;
}

async function newMember(origin: string): Promise<string> {
  const name = `member${randomBytes(6).toString('hex')}`;
  const { status, text, cookie } = await createClient(origin).rest('POST', '/api/users/register', {
    username: name,
    email: `${name}@example.com`,
    password: 'a quiet week by the sea',
    firstName: 'Mina',
    lastName: 'Ortega',
  });
  if (status !== 201 || cookie === undefined) {
    throw new Error(`${status}: ${text}`);
  }
  return cookie;
}

async function sendFile({ origin, cookie, content }: Sending): Promise<void> {
  const call = await answered<{ uploadURL: string }>(
    origin,
    '/api/contracts/upload',
    { filename: 'deed.pdf' },
    cookie,
  );
  await put(call.uploadURL, content, cookie);
}

async function sendPieces({ origin, cookie, content }: Sending): Promise<void> {
  const upload = await answered<{ key: string; uploadId: string }>(
    origin,
    '/s3/multipart',
    { filename: 'deed.pdf' },
    cookie,
  );
  const address = (more: string): string =>
    `/s3/multipart/${upload.uploadId}${more}?key=${encodeURIComponent(upload.key)}`;
  const parts = [];
  for (let number = 1; (number - 1) * pieceBytes < content.length; number += 1) {
    const { url } = await answered<{ url: string }>(
      origin,
      address(`/${number}`),
      undefined,
      cookie,
    );
    const piece = content.subarray((number - 1) * pieceBytes, number * pieceBytes);
    parts.push({ PartNumber: number, ETag: await put(url, piece, cookie) });
  }
  await answered(origin, address('/complete'), { parts }, cookie);
}

async function sendByGraphQL({ origin, cookie, content }: Sending): Promise<void> {
  const boundary = 'the-end-of-a-part';
  const query = `mutation ($file: Upload!) { uploadContract(file: $file) { __typename } }`;
  const part = (disposition: string, text: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${text}`;
  const head =
    part('name="operations"', JSON.stringify({ query, variables: { file: null } })) +
    `\r\n${part('name="map"', '{"0":["variables.file"]}')}\r\n` +
    part('name="0"; filename="deed.pdf"\r\ncontent-type: application/pdf', '');
  const { text } = await transfer(`${origin}/graphql`, {
    method: 'POST',
    headers: {
      cookie,
      'graphql-require-preflight': '1',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: [Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)],
  });
  if (!text.includes('UploadContractPayload')) {
    throw new Error(text);
  }
}

/** The JSON response to a POST, or to a GET if `body` is undefined. @throws {Error} unless 200 */
async function answered<Body>(
  origin: string,
  path: string,
  body: unknown,
  cookie: string,
): Promise<Body> {
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await createClient(origin).rest<Body>(method, path, body, { cookie });
  if (answer.status !== 200) {
    throw new Error(`${answer.status}: ${answer.text}`);
  }
  return answer.body;
}

async function put(url: string, content: Buffer, cookie: string): Promise<string> {
  const { etag } = await transfer(url, { method: 'PUT', headers: { cookie }, body: [content] });
  return etag;
}

/** Sends buffers without copying them, so that concurrent uploads share one; fetch would copy. */
function transfer(
  url: string,
  options: { method: string; headers: Record<string, string>; body: Buffer[] },
): Promise<{ text: string; etag: string }> {
  const { method, body } = options;
  const length = body.reduce((sum, part) => sum + part.length, 0);
  const headers = { ...options.headers, 'content-length': length };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) {
          resolve({ text, etag: response.headers.etag ?? '' });
        } else {
          reject(new Error(`${response.statusCode}: ${text}`));
        }
      });
    });
    sent.once('error', reject);
    for (const part of body) {
      sent.write(part);
    }
    sent.end();
  });
}
