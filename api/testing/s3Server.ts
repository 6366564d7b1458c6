import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Env } from '../platform/process/env.ts';

export interface S3Server {
  settings: S3Env;
  close(): void;
}

/** A small S3 of our own: whole objects of one bucket in memory, for one access key. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
      const key = decodeURIComponent(pathname).replace(/^\/bucket\/?/, '');
      const content = objects.get(key);
      const refuse = (status: number, code: string): void =>
        void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
      if (!request.headers.authorization?.includes('Credential=key/')) {
        refuse(403, 'InvalidAccessKeyId');
      } else if (request.method === 'PUT' && request.headers['x-amz-copy-source']) {
        const source = String(request.headers['x-amz-copy-source']).replace('bucket/', '');
        objects.set(key, objects.get(source) ?? Buffer.alloc(0));
        response.end('<CopyObjectResult><ETag>"stored"</ETag></CopyObjectResult>');
      } else if (request.method === 'PUT') {
        objects.set(key, await buffer(request));
        response.setHeader('ETag', '"stored"').end();
      } else if (request.method === 'DELETE') {
        objects.delete(key);
        response.writeHead(204).end();
      } else if (key === '') {
        const prefix = searchParams.get('prefix') ?? '';
        const found = [...objects].filter(([name]) => name.startsWith(prefix));
        const entries = found.map(
          ([name, { length }]) => `<Contents><Key>${name}</Key><Size>${length}</Size></Contents>`,
        );
        response.end(`<ListBucketResult>${entries.join('')}</ListBucketResult>`);
      } else if (content) {
        response.setHeader('Content-Length', content.length);
        response.end(request.method === 'HEAD' ? undefined : content);
      } else {
        refuse(404, 'NoSuchKey');
      }
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    settings: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      bucket: 'bucket',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      roleArn: undefined,
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
