import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestServer } from './testServer.ts';

/** Path and query of a URL. */
export const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** Requests an upload link; returns its path and query. */
export async function uploadLink(
  server: TestServer,
  cookie: string,
  file: { filename?: string; type?: string } = {},
): Promise<string> {
  const { body, status, text } = await server.rest<{ uploadURL: string }>(
    'POST',
    '/api/contracts/upload',
    file,
    { cookie },
  );
  if (status !== 200) {
    throw new Error(`${status}: ${text}`);
  }
  return pathOf(body.uploadURL);
}

/** Sends a file to a link. */
export const put = (
  server: TestServer,
  link: string,
  content: Buffer,
  call: { cookie?: string; headers?: Record<string, string> } = {},
) => server.send(link, { method: 'PUT', body: new Uint8Array(content), ...call });

/** Uploads a document; returns the path by which a listing refers to it. */
export async function uploadDocument(
  server: TestServer,
  cookie: string,
  content: Buffer,
  filename = 'contract.pdf',
): Promise<string> {
  const link = await uploadLink(server, cookie, { filename });
  const { status, text } = await put(server, link, content, { cookie });
  if (status !== 200) {
    throw new Error(`${status}: ${text}`);
  }
  return link.split('?')[0] ?? '';
}

/** All files in the disk storage of a server, complete or not, and all document rows. */
export async function everythingStored({ folder, prisma }: TestServer): Promise<string[]> {
  const files = await Promise.all(
    ['objects', 'uploads', 'unfinished'].map(async (place) =>
      (await readdir(join(folder, place))).map((name) => `${place}/${name}`),
    ),
  );
  const rows = await prisma.contractDocument.findMany();
  return [...files.flat(), ...rows.map(({ id, status }) => `${status} ${id}`)];
}
