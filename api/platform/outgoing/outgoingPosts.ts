import { errorCode, meaningOf } from './failureWords.ts';
import { mayReach, permittedBy } from './outgoingAddresses.ts';
import {
  createRoutes,
  objectionToForm,
  RefusedAddress,
  sendTo,
  type Resolve,
} from './outgoingRoutes.ts';

export type OutgoingPosts = ReturnType<typeof createOutgoingPosts>;

export interface OutgoingMessage {
  address: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

export interface PostAnswer {
  status: number;
  /** The first bytes of the body, as text that PostgreSQL can store. */
  text: string;
}

/** The message got no response. The text gives the reason, without secrets. */
export class PostError extends Error {}

export interface OutgoingPostsOptions {
  /** Entries of WEBHOOK_ALLOW: the only private hosts, and the only hosts without https. */
  allowed: string[];
  /** Milliseconds from resolving the name to the response. */
  timeout?: number;
  resolve?: Resolve;
  /** Certificate authorities as PEM that replace the default authorities; for tests. */
  trusted?: string;
}

const needsHttps = 'The address must begin with https://';

const usualTimeout = 10_000;

/** Bytes read of a response. */
const mostAnswer = 1024;

export function createOutgoingPosts({
  allowed,
  timeout = usualTimeout,
  resolve,
  trusted,
}: OutgoingPostsOptions) {
  const routes = {
    'https:': createRoutes(mayReach(allowed), resolve),
    'http:': createRoutes(permittedBy(allowed), resolve),
  };

  const findRoute = async (address: URL): Promise<string[]> => {
    const objection = objectionToForm(address, needsHttps, 'check the signature');
    if (objection !== undefined) {
      throw new RefusedAddress(objection);
    }
    try {
      return await routes[address.protocol as keyof typeof routes](address);
    } catch (error) {
      throw error instanceof RefusedAddress && address.protocol === 'http:'
        ? new RefusedAddress(needsHttps)
        : error;
    }
  };

  return {
    /** The objection as a sentence, before anything is sent; undefined without one. */
    async objection(text: string): Promise<string | undefined> {
      if (!URL.canParse(text)) {
        return 'Enter a whole address, like https://partner.example/webhooks';
      }
      const url = new URL(text);
      try {
        await within(findRoute(url), AbortSignal.timeout(timeout));
        return undefined;
      } catch (error) {
        if (error instanceof RefusedAddress) {
          return error.message;
        }
        // A name that can't be resolved now may resolve later; each message resolves it again.
        // Without https, only a resolved and permitted address is accepted.
        return url.protocol === 'https:' ? undefined : needsHttps;
      }
    },
    /**
     * Follows no redirects, and reads the beginning of the response.
     * @throws {PostError} without a response in time
     * @throws the reason of `signal`
     */
    async post({ address, headers, body, signal: theirs }: OutgoingMessage): Promise<PostAnswer> {
      const late = AbortSignal.timeout(timeout);
      const signal = AbortSignal.any([theirs, late]);
      try {
        const url = new URL(address);
        const route = await within(findRoute(url), signal);
        return await send(url, route, { headers, body, signal, trusted });
      } catch (error) {
        theirs.throwIfAborted();
        throw new PostError(
          late.aborted ? `No answer within ${timeout / 1000} seconds` : wordsFor(error),
        );
      }
    },
  };
}

const send = (
  url: URL,
  route: string[],
  message: Parameters<typeof sendTo>[2],
): Promise<PostAnswer> =>
  new Promise((resolve, reject) => {
    const sent = sendTo(url, route, message);
    sent.on('error', reject);
    sent.on('response', (answer) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      const done = (): void => {
        resolve({ status: answer.statusCode ?? 0, text: textOf(Buffer.concat(pieces)) });
        sent.destroy();
      };
      answer.on('data', (piece: Buffer) => {
        pieces.push(piece);
        bytes += piece.length;
        if (bytes >= mostAnswer) done();
      });
      answer.on('end', done);
      answer.on('error', reject);
    });
  });

const textOf = (bytes: Buffer): string =>
  bytes.subarray(0, mostAnswer).toString('utf8').replaceAll('\0', '\uFFFD');

/** Describes the error in our own words: library messages may reveal too much to a partner. */
function wordsFor(error: unknown): string {
  if (error instanceof RefusedAddress) {
    return error.message;
  }
  const code = errorCode(error);
  return `The receiver ${meaningOf(code) ?? `could not be reached${code ? ` (${code})` : ''}`}`;
}

const within = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
