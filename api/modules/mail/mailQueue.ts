import type { Deps } from '../../context.ts';
import { Prisma } from '../../generated/prisma/client.ts';

/** How outgoing mail fares. */
export interface MailQueue {
  /** Whether there are settings to send with; without them messages wait. */
  isConfigured: boolean;
  /** Messages not sent yet, 1,000 at most. */
  waiting: number;
  /** Messages given up after many tries, 1,000 at most. */
  failed: number;
  /** What the mail server said at the last try that failed, of those not sent. */
  lastError: string | null;
}

/** More than this many messages are not counted. */
const countedAtMost = 1_000;

export async function readMailQueue({ database }: Pick<Deps, 'database'>): Promise<MailQueue> {
  const [queue] = await database.read<MailQueue>(Prisma.sql`
    SELECT EXISTS (SELECT FROM site_settings WHERE key = 'smtp_host' AND btrim(value) <> '')
             AS "isConfigured",
           (SELECT count(*)::int FROM (SELECT FROM outgoing_mails WHERE status = 'waiting'
                                       LIMIT ${countedAtMost}) AS w) AS waiting,
           (SELECT count(*)::int FROM (SELECT FROM outgoing_mails WHERE status = 'failed'
                                       LIMIT ${countedAtMost}) AS f) AS failed,
           (SELECT last_error FROM outgoing_mails
            WHERE status IN ('waiting', 'failed') AND last_error IS NOT NULL
            ORDER BY created_at DESC LIMIT 1) AS "lastError"`);
  return queue ?? { isConfigured: false, waiting: 0, failed: 0, lastError: null };
}
