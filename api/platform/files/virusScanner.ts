import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { UnavailableError } from '../errors.ts';

export type VirusScanner = ReturnType<typeof createClamdScanner>;

export interface ClamdAddress {
  host: string;
  port: number;
}

export const noVirusScanner: VirusScanner = { scan: () => Promise.resolve(null) };

/** Milliseconds without data from clamd after which it counts as unavailable. */
const patience = 60_000;

const chunkBytes = 64 * 1024;

/** Scans with clamd, sending it the file over the connection (INSTREAM in clamd(8)). */
export const createClamdScanner = (address: ClamdAddress) => ({
  /** The name of the virus, or null. @throws {UnavailableError} if it can't be scanned now */
  async scan(path: string): Promise<string | null> {
    const answer = await ask(address, path).catch(() => '');
    const found = /^stream: (.+) FOUND/.exec(answer)?.[1];
    if (found !== undefined) {
      return found;
    }
    if (!/^stream: OK/.test(answer)) {
      throw new UnavailableError(
        'The document can’t be checked for viruses right now. Please try again',
        30,
      );
    }
    return null;
  },
});

async function ask(address: ClamdAddress, path: string): Promise<string> {
  const socket = connect(address);
  socket.setTimeout(patience, () => socket.destroy(new Error('clamd says nothing')));
  try {
    const answer = text(socket);
    // A rejection is handled below, after the file is sent.
    answer.catch(() => undefined);
    await write(socket, Buffer.from('zINSTREAM\0'));
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
      const bytes = chunk as Buffer;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      await write(socket, Buffer.concat([length, bytes]));
    }
    await write(socket, Buffer.alloc(4));
    return await answer;
  } finally {
    socket.destroy();
  }
}

const write = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
