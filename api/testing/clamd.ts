import { createServer, type AddressInfo } from 'node:net';

export interface TestClamd {
  host: string;
  port: number;
  /** Received files, complete ones only. */
  files: Buffer[];
  /** The reply to the next scans, instead of the result. */
  says: string | undefined;
  close(): Promise<void>;
}

/** The EICAR test virus (eicar.org), split so that scanners don't detect this file. */
export const eicar = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$',
  'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('');

/** A server for clamd's INSTREAM command that detects the test virus. */
export async function startClamd(): Promise<TestClamd> {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      const file = fileIn(received);
      if (file) {
        clamd.files.push(file);
        const found = file.includes(eicar) ? 'Eicar-Test-Signature FOUND' : 'OK';
        socket.end(`${clamd.says ?? `stream: ${found}`}\0`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const clamd: TestClamd = {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    files: [],
    says: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return clamd;
}

/** The file of a complete command: length-prefixed chunks up to an empty one; else undefined. */
function fileIn(received: Buffer): Buffer | undefined {
  const command = Buffer.from('zINSTREAM\0');
  if (!received.subarray(0, command.length).equals(command)) {
    return undefined;
  }
  const pieces: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) {
      return Buffer.concat(pieces);
    }
    pieces.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
