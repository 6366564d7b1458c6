import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { errorCode, meaningOf } from '#api/platform/outgoing/failureWords.ts';
import { plainHost, type MayReach } from '#api/platform/outgoing/outgoingAddresses.ts';
import {
  createRoutes,
  objectionToForm,
  RefusedAddress,
  sendTo,
  type Resolve,
} from '#api/platform/outgoing/outgoingRoutes.ts';
import { ProviderError, type Validators } from '#api/context/sources.ts';

export interface OutgoingLimits {
  connect: number;
  /** The longest silence of the provider, counted only while we wait. */
  idle: number;
  /** From the first request to the last byte, including our own processing. */
  whole: number;
  /** Applies to both the received and the decompressed bytes. */
  bytes: number;
  redirects: number;
}

const outgoingLimits: OutgoingLimits = {
  connect: 10_000,
  idle: 30_000,
  whole: 600_000,
  bytes: 1_000_000_000,
  redirects: 5,
};

export interface OutgoingOptions {
  mayReach: MayReach;
  limits?: Partial<OutgoingLimits>;
  resolve?: Resolve;
  /** Certificate authorities as PEM that replace the default authorities; for tests. */
  trusted?: string;
}

export interface OutgoingRequest {
  name: string;
  address: URL;
  key: string | undefined;
  accept: string;
  body?: string;
  /** A lower limit of bytes for this request. */
  most?: number;
  /** Validators of an earlier answer: an answer that is the same has no bytes. */
  known?: Validators;
  /** Gets the validators of the answer, and undefined if it is the same, before its first byte. */
  onAnswer?: (validators: Validators | undefined) => void;
  signal: AbortSignal;
}

export type Outgoing = ReturnType<typeof createOutgoing>;

export function createOutgoing({ mayReach, limits: changed, resolve, trusted }: OutgoingOptions) {
  const limits = { ...outgoingLimits, ...changed };
  const findRoute = createRoutes(mayReach, resolve);

  return {
    /**
     * Sends a request and streams the response; a slow reader slows the sender. Completes only if the
     * whole response was received. Follows redirects on the same host only.
     * @throws {ProviderError} if the address is refused or reading fails; the signal's reason
     */
    async *read(request: OutgoingRequest): AsyncGenerator<Buffer, void, undefined> {
      const { name, signal: theirs } = request;
      theirs.throwIfAborted();
      const late = AbortSignal.timeout(limits.whole);
      const signal = AbortSignal.any([theirs, late]);
      let answer: IncomingMessage | undefined;
      try {
        const most = Math.min(request.most ?? limits.bytes, limits.bytes);
        answer = await askAlongRedirects(request, limits.redirects, (each) => ask(each, signal));
        if (answer.statusCode === 304) {
          request.onAnswer?.(undefined);
          return;
        }
        request.onAnswer?.(validatorsOf(answer));
        yield* unpacked(answer, name, most, limits.idle, signal);
      } catch (error) {
        theirs.throwIfAborted();
        if (late.aborted) {
          throw new ProviderError(`${name} took longer than ${inWords(limits.whole)}`);
        }
        throw asProviderError(error, name, answer !== undefined);
      } finally {
        answer?.destroy();
      }
    },
    /** @returns the objection as a sentence, or undefined */
    async objection(address: URL): Promise<string | undefined> {
      const objection = objectionTo(address);
      if (objection !== undefined) {
        return objection;
      }
      try {
        await patiently(findRoute(address), limits.connect, 'No answer');
        return undefined;
      } catch (error) {
        // A name that can't be resolved now may be resolvable later; each request resolves it
        // again.
        return error instanceof RefusedAddress ? error.message : undefined;
      }
    },
  };

  async function ask(request: OutgoingRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const { name, address } = request;
    const objection = objectionTo(address);
    if (objection !== undefined) {
      throw new ProviderError(`${name} can't be asked: ${objection}`);
    }
    const late = `${name} could not be reached within ${inWords(limits.connect)}`;
    const route = await patiently(findRoute(address), limits.connect, late, signal).catch(
      (error: unknown) => {
        throw error instanceof RefusedAddress
          ? new ProviderError(`${name} can't be asked: ${error.message}`)
          : error;
      },
    );
    return connect(request, route, { limits, trusted }, signal);
  }
}

async function askAlongRedirects(
  request: OutgoingRequest,
  mostRedirects: number,
  ask: (request: OutgoingRequest) => Promise<IncomingMessage>,
): Promise<IncomingMessage> {
  const { name } = request;
  let address = request.address;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const answer = await ask({ ...request, address });
    const status = answer.statusCode ?? 0;
    if (status === 200 || (status === 304 && request.known)) {
      return answer;
    }
    answer.destroy();
    const goesOn = request.body === undefined ? [301, 302, 303, 307, 308] : [307, 308];
    if (!goesOn.includes(status) || answer.headers.location === undefined) {
      throw new ProviderError(`${name} answered ${status}`);
    }
    address = nextAddress(name, address, answer.headers.location);
  }
  throw new ProviderError(`${name} redirected more than ${mostRedirects} times`);
}

function connect(
  { name, address, key, accept, body, known }: OutgoingRequest,
  route: string[],
  { limits, trusted }: { limits: OutgoingLimits; trusted: string | undefined },
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolveAnswer, reject) => {
    const headers = {
      accept,
      'accept-encoding': 'gzip, br, deflate',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(known?.etag != null && { 'if-none-match': known.etag }),
      ...(known?.lastModified != null && { 'if-modified-since': known.lastModified }),
    };
    const sent = sendTo(address, route, { headers, body, signal, trusted });
    let timer = setTimeout(() => {
      sent.destroy(
        new ProviderError(`${name} could not be reached within ${inWords(limits.connect)}`),
      );
    }, limits.connect);
    sent.on('socket', (socket) => {
      socket.once(address.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          sent.destroy(new ProviderError(`${name} took longer than ${inWords(limits.idle)}`));
        }, limits.idle);
      });
    });
    sent.on('response', resolveAnswer);
    sent.on('error', reject);
    sent.on('response', () => clearTimeout(timer));
    sent.on('close', () => clearTimeout(timer));
  });
}

/** Validators of RFC 9110; longer ones than any server sends are not worth keeping. */
function validatorsOf({ headers }: IncomingMessage): Validators {
  const kept = (text: string | undefined) =>
    text !== undefined && /^[\x20-\x7e]{1,500}$/.test(text) ? text : null;
  return { etag: kept(headers.etag), lastModified: kept(headers['last-modified']) };
}

const objectionTo = (address: URL): string | undefined =>
  objectionToForm(address, 'The address must begin with http:// or https://', 'give a key');

function nextAddress(name: string, from: URL, location: string): URL {
  const next = URL.canParse(location, from) ? new URL(location, from) : undefined;
  const isUpgrade = from.protocol === 'http:' && next?.protocol === 'https:';
  if (!next || (next.protocol !== from.protocol && !isUpgrade)) {
    throw new ProviderError(`${name} redirected to where no request may go`);
  }
  const samePort = next.port === from.port || (isUpgrade && next.port === '');
  if (plainHost(next.hostname) !== plainHost(from.hostname) || !samePort) {
    throw new ProviderError(`${name} redirected to another host`);
  }
  return next;
}

/** Streams the decompressed body; throws if it is incomplete or too large. */
async function* unpacked(
  answer: IncomingMessage,
  name: string,
  most: number,
  idle: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  const tooMuch = `${name} sent more than ${Math.round(most / 1e6).toLocaleString('en-US')} MB`;
  if (Number(answer.headers['content-length'] ?? 0) > most) {
    throw new ProviderError(tooMuch);
  }
  let bytes = 0;
  for await (const piece of patientPieces(unpack(answer, name), name, idle, signal)) {
    bytes += piece.length;
    if (bytes > most || answer.socket.bytesRead > most) {
      throw new ProviderError(tooMuch);
    }
    yield piece;
  }
  if (!answer.complete) {
    throw new ProviderError(`${name} ended in the middle`);
  }
}

function unpack(answer: IncomingMessage, name: string): Readable {
  const packed = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (packed === 'identity') {
    return answer;
  }
  const make = unpackers[packed];
  if (!make) {
    throw new ProviderError(`${name} answered in a compression that was not asked for`);
  }
  // The reader of the result gets the errors.
  return pipeline(answer, make(), () => undefined);
}

const unpackers: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

/** Streams chunks; only time spent waiting for the next chunk counts as idle. */
async function* patientPieces(
  stream: Readable,
  name: string,
  idle: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  const pieces = stream.iterator()[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const late = `${name} took longer than ${inWords(idle)}`;
  try {
    for (;;) {
      const piece = await patiently(pieces.next(), idle, late, signal);
      if (piece.done) {
        return;
      }
      yield piece.value;
    }
  } finally {
    stream.destroy();
  }
}

function patiently<T>(
  promise: Promise<T>,
  milliseconds: number,
  late: string,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(new ProviderError(late));
    // If this process was busy, a response may have arrived; it is read before setImmediate runs.
    const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
    const abort = (): void => reject(signal?.reason as Error);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) {
      abort();
    }
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
  });
}

/** Describes an error in our own words: texts of libraries or the provider may contain the key. */
function asProviderError(error: unknown, name: string, hasAnswer: boolean): ProviderError {
  if (error instanceof ProviderError) {
    return error;
  }
  const code = errorCode(error);
  if (code === 'ERR_INVALID_CHAR') {
    return new ProviderError(
      `${name} has a key that can't be sent: it holds characters other than plain ones`,
    );
  }
  if (['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'Z_BUF_ERROR', 'EPIPE'].includes(code)) {
    return new ProviderError(`${name} ${hasAnswer ? 'ended in the middle' : 'hung up'}`);
  }
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR') || code.startsWith('ERR_BROTLI')) {
    return new ProviderError(`${name} sent something that can't be unpacked`);
  }
  const meaning = meaningOf(code);
  if (meaning !== undefined) {
    return new ProviderError(`${name} ${meaning}`);
  }
  if (code.startsWith('HPE_')) {
    return new ProviderError(
      `${name} ${hasAnswer ? 'ended in the middle' : 'did not answer as HTTP'}`,
    );
  }
  return new ProviderError(`${name} could not be read${code ? ` (${code})` : ''}`);
}

/** Such as '30 seconds' or '10 minutes'; below two seconds in milliseconds. */
function inWords(milliseconds: number): string {
  if (milliseconds < 2000) {
    return `${milliseconds} milliseconds`;
  }
  return milliseconds < 120_000
    ? `${Math.round(milliseconds / 1000)} seconds`
    : `${Math.round(milliseconds / 60_000)} minutes`;
}
