import { addressKey } from '../http/addresses.ts';
import type { ActiveToken } from '../sessions/apiTokens.ts';
import { RateLimitedError, UnavailableError } from '../errors.ts';

/** An address, or a token's organization with live and test apart. */
export const searcherOf = ({
  address,
  token,
}: {
  address: string;
  token: ActiveToken | null;
}): string => (token ? `${token.organizationId} ${token.mode}` : addressKey(address));

export type SearchQueue = ReturnType<typeof createSearchQueue>;

export const noSearchQueue: SearchQueue = {
  run: (_caller, _places, search) => search(),
  hasOthers: () => false,
};

export interface SearchPlaces {
  /** Concurrent searches of one caller and of all callers. */
  atOnce: { each: number; all: number };
  /** Waiting calls of one caller and of all callers. */
  waiting: { each: number; all: number };
}

const usualPlaces: SearchPlaces = {
  atOnce: { each: 3, all: 6 },
  waiting: { each: 24, all: 1_000 },
};

/** Messages of the errors of refused calls. */
interface Refusals {
  /** Too many calls of the caller wait. */
  ofCaller: string;
  /** Too many calls of all callers wait. */
  ofAll: string;
  /** The client went away before its turn. */
  gone: string;
}

const ofSearches: Refusals = {
  ofCaller: 'Too many searches from your address wait for an answer. Please wait for these first',
  ofAll: 'Too many people are searching right now. Please try again',
  gone: 'The search was given up before its turn',
};

/** Seconds after which a refused caller may try again. */
const retryAfter = 2;

interface Waiting {
  places: number;
  start: () => void;
}

interface Caller {
  taken: number;
  waiting: Waiting[];
}

/**
 * Bounds the concurrent searches in the database, or other work that takes seconds. A caller with many
 * searches waits for its own searches, not ahead of other callers.
 */
export function createSearchQueue(
  { atOnce, waiting }: SearchPlaces = usualPlaces,
  refusals = ofSearches,
) {
  /** In the order of their next turns. */
  const callers = new Map<string, Caller>();
  let taken = 0;
  let inLine = 0;

  /** Starts the next searches. A search that needs many places is not overtaken. */
  const serve = (): void => {
    for (const [key, caller] of callers) {
      const [next] = caller.waiting;
      if (!next || caller.taken + next.places > atOnce.each) {
        continue;
      }
      if (taken + next.places > atOnce.all) {
        return;
      }
      caller.waiting.shift();
      inLine -= 1;
      caller.taken += next.places;
      taken += next.places;
      callers.delete(key);
      callers.set(key, caller);
      next.start();
    }
  };

  const dropIdle = (key: string, caller: Caller): void => {
    if (caller.taken === 0 && caller.waiting.length === 0) {
      callers.delete(key);
    }
  };

  const leave = (key: string, caller: Caller, entry: Waiting): void => {
    const place = caller.waiting.indexOf(entry);
    if (place >= 0) {
      caller.waiting.splice(place, 1);
      inLine -= 1;
      dropIdle(key, caller);
      serve();
    }
  };

  const turnOf = async (
    key: string,
    caller: Caller,
    places: number,
    closed: (() => AbortSignal) | undefined,
  ): Promise<void> => {
    let start = (): void => undefined;
    const started = new Promise<void>((resolve) => (start = resolve));
    const entry: Waiting = { places, start };
    caller.waiting.push(entry);
    inLine += 1;
    serve();
    if (!caller.waiting.includes(entry)) {
      return;
    }
    const refusal = refusalFor(caller.waiting.length, inLine, waiting, refusals);
    if (refusal) {
      leave(key, caller, entry);
      throw refusal;
    }
    await (closed
      ? Promise.race([started, aborted(closed(), refusals.gone, () => leave(key, caller, entry))])
      : started);
  };

  return {
    /** Whether searches of other callers run or wait. */
    hasOthers: (key: string): boolean => callers.size > (callers.has(key) ? 1 : 0),
    /**
     * @param closed aborted when the caller is gone; called only if the search has to wait
     * @throws {RateLimitedError | UnavailableError} if too many of the caller, or of all, wait
     */
    async run<Result>(
      key: string,
      wanted: number,
      search: () => Promise<Result>,
      closed?: () => AbortSignal,
    ): Promise<Result> {
      const places = Math.min(Math.max(1, wanted), atOnce.each, atOnce.all);
      const caller = callers.get(key) ?? { taken: 0, waiting: [] };
      callers.set(key, caller);
      await turnOf(key, caller, places, closed);
      try {
        return await search();
      } finally {
        caller.taken -= places;
        taken -= places;
        dropIdle(key, caller);
        serve();
      }
    },
  };
}

/** @param leave called with the abort, so that the search gets no place any more */
const aborted = (signal: AbortSignal, words: string, leave: () => void): Promise<never> =>
  new Promise((_resolve, reject) => {
    const giveUp = (): void => {
      leave();
      reject(new UnavailableError(words, retryAfter));
    };
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
  });

function refusalFor(
  ofCaller: number,
  inLine: number,
  { each, all }: SearchPlaces['waiting'],
  words: Refusals,
): Error | undefined {
  if (ofCaller > each) {
    return new RateLimitedError(words.ofCaller, retryAfter);
  }
  return inLine > all ? new UnavailableError(words.ofAll, retryAfter) : undefined;
}
