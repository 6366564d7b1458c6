import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

interface RawAnswer {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string | undefined>;
  text: string;
}

/**
 * Sends bytes that an HTTP client would not send; resolves when the server closes the connection.
 * @param request the whole request; a valid one must contain `Connection: close`
 */
export async function sendRaw(origin: string, request: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(request);
  const [head = '', ...body] = (await text(socket)).split('\r\n\r\n');
  const [start = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(start.split(' ')[1]),
    headers: Object.fromEntries(headers),
    text: body.join('\r\n\r\n'),
  };
}

/** Sends a GET request with the target exactly as written. */
export const getRaw = (origin: string, target: string): Promise<RawAnswer> =>
  sendRaw(origin, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
