import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { tellFailure, type ToldFailure } from '#api/platform/outgoing/failureWords.ts';

/** State of outgoing mail, with the last error of the newest unsent message that failed. */
export interface MailQueue extends ToldFailure {
  isConfigured: boolean;
  waiting: number;
  failed: number;
}

const countedAtMost = 1_000;

export async function readMailQueue({ database }: Pick<Deps, 'database'>): Promise<MailQueue> {
  const [queue] = await database.read<StoredQueue>(Prisma.sql`
    SELECT EXISTS (SELECT FROM site_settings WHERE key = 'smtp_host' AND btrim(value) <> '')
             AS "isConfigured",
           (SELECT count(*)::int FROM (SELECT FROM outgoing_mails WHERE status = 'waiting'
                                       LIMIT ${countedAtMost}) AS w) AS waiting,
           (SELECT count(*)::int FROM (SELECT FROM outgoing_mails WHERE status = 'failed'
                                       LIMIT ${countedAtMost}) AS f) AS failed,
           (SELECT last_error FROM outgoing_mails
            WHERE status IN ('waiting', 'failed') AND last_error IS NOT NULL
            ORDER BY created_at DESC LIMIT 1) AS error`);
  const { error, ...counts } = queue ?? none;
  return { ...counts, ...tellFailure('The mail server', error) };
}

const none = { isConfigured: false, waiting: 0, failed: 0, error: null };

type StoredQueue = Omit<MailQueue, keyof ToldFailure> & { error: string | null };
