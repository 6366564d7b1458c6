import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../process/log.ts';

export interface ListenerOptions {
  connectionString: string;
  channel: string;
  onNotification: (payload: string) => void;
  onListening?: () => void;
  onLost?: () => void;
  /** Asks for a sign of life a few times a second, to notice a silently cut connection. */
  heartbeat?: Heartbeat;
  log: Log;
}

export interface Heartbeat {
  /** Milliseconds without a heartbeat response after which a connection counts as lost. */
  longestSilence: number;
  /** Milliseconds for which a response proves that no notification was missed. */
  heardFor: number;
}

export const usualHeartbeat: Heartbeat = { longestSilence: 700, heardFor: 1_000 };

export type Listener = Awaited<ReturnType<typeof openListener>>;

const retryAfterMs = 1_000;

/** Milliseconds to wait for a connection, and until it listens. */
const connectionTimeout = 5_000;

/** Milliseconds between a heartbeat's response and the next heartbeat. */
const beatEvery = 250;

/** LISTENs on its own connection, opened again each second. Resolves after the first attempt. */
export async function openListener(options: ListenerOptions) {
  const { channel, heartbeat, log, onNotification, onListening, onLost } = options;
  let isClosed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  /** Monotonic time at which the last answered statement was sent. */
  let heardAt = -Infinity;

  const lost = (gone: pg.Client): void => {
    if (client !== gone || isClosed) {
      return;
    }
    client = undefined;
    heardAt = -Infinity;
    // Breaks the connection if a statement is under way.
    void gone.end();
    onLost?.();
    retry = setTimeout(() => void listen(), retryAfterMs);
  };

  /** Sends a statement. Without a response after `silence` milliseconds, the connection is lost. */
  const ask = async (asked: pg.Client, statement: string, silence: number): Promise<void> => {
    const askedAt = performance.now();
    let isAnswered = false;
    const giveUp = (): void => {
      if (!isAnswered) {
        lost(asked);
      }
    };
    // If this process was busy, a response may have arrived; it is read before setImmediate runs.
    const timer = setTimeout(() => setImmediate(giveUp), silence).unref();
    try {
      await asked.query(statement);
      if (client === asked) {
        heardAt = askedAt;
      }
    } finally {
      isAnswered = true;
      clearTimeout(timer);
    }
  };

  const beat = async (asked: pg.Client, { longestSilence }: Heartbeat): Promise<void> => {
    while (client === asked && !isClosed) {
      await ask(asked, 'SELECT', longestSilence);
      await sleep(beatEvery, undefined, { ref: false });
    }
  };

  const listen = async (): Promise<void> => {
    const next = clientFor(options);
    client = next;
    next.on('notification', ({ payload = '' }) => onNotification(payload));
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    try {
      await next.connect();
      await ask(next, `LISTEN ${channel}`, connectionTimeout);
      onListening?.();
      if (heartbeat) {
        beat(next, heartbeat).catch(() => lost(next));
      }
    } catch (error) {
      log.warn({ err: error, channel }, 'cannot listen to the database; trying again');
      lost(next);
    }
  };
  await listen();

  // PostgreSQL delivers notifications before it answers a statement, even an empty statement.
  const sendMarker = async (): Promise<boolean> => {
    const asked = client;
    try {
      await asked?.query('');
      return asked !== undefined && client === asked;
    } catch {
      return false;
    }
  };

  return {
    /** True once every NOTIFY committed before the call has arrived; false after a loss. */
    catchUp: shared(sendMarker),
    /** Whether every NOTIFY up to `heardFor` ago has arrived. False without `heartbeat`. */
    isHeard: (): boolean =>
      heartbeat !== undefined && performance.now() - heardAt < heartbeat.heardFor,
    async close(): Promise<void> {
      isClosed = true;
      heardAt = -Infinity;
      clearTimeout(retry);
      await client?.end();
    },
  };
}

const clientFor = ({ connectionString, channel }: ListenerOptions): pg.Client =>
  new pg.Client({
    connectionString,
    application_name: `tideweek ${channel}`,
    connectionTimeoutMillis: connectionTimeout,
  });

/** Each result is from a run that began after the call; calls share runs. */
function shared<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  const start = async (): Promise<Result> => {
    await last;
    await endOfTurn();
    next = undefined;
    return run();
  };
  return () => {
    if (!next) {
      next = start();
      last = next.catch(() => undefined);
    }
    return next;
  };
}
