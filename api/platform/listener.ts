import pg from 'pg';
import type { Log } from './log.ts';

export interface ListenerOptions {
  connectionString: string;
  channel: string;
  /** Called with the payload of each NOTIFY. */
  onNotification: (payload: string) => void;
  /** Called each time the connection listens. */
  onListening?: () => void;
  /** Called each time the connection is lost. NOTIFYs are missed from then on until `onListening`. */
  onLost?: () => void;
  log: Log;
}

export interface Listener {
  close(): Promise<void>;
}

const retryAfterMs = 1_000;

/**
 * LISTENs to a channel on a connection of its own, and reconnects each second while the connection
 * is lost. Resolves after the first try, whether or not it succeeded.
 */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const { connectionString, channel, log, onNotification, onListening, onLost } = options;
  let isClosed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const lost = (gone: pg.Client): void => {
    if (client !== gone || isClosed) {
      return;
    }
    client = undefined;
    onLost?.();
    retry = setTimeout(() => void listen(), retryAfterMs);
  };

  const listen = async (): Promise<void> => {
    const next = new pg.Client({ connectionString, application_name: `tideweek ${channel}` });
    client = next;
    next.on('notification', ({ payload = '' }) => onNotification(payload));
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    try {
      await next.connect();
      await next.query(`LISTEN ${channel}`);
      onListening?.();
    } catch (error) {
      log.warn({ err: error, channel }, 'cannot listen to the database; trying again');
      lost(next);
    }
  };
  await listen();

  return {
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
