import type { Prisma } from '../../generated/prisma/client.ts';
import type { Viewer } from '../../platform/sessions.ts';

export interface AuditRecord {
  /** Area and verb, such as `listing.verify`. */
  action: string;
  /** GraphQL type of what it was done to, such as `Listing`. */
  subjectType: string;
  /** Plain id or key of it. */
  subjectId: string;
  /** What changed, as it was; left out for something new. Never a secret. */
  before?: object;
  /** What changed, as it is now; left out for something gone. Never a secret. */
  after?: object;
  /** A reason given by the person. */
  note?: string;
}

/**
 * Writes what someone did, in the transaction of the change itself. Call it last: whoever writes
 * here next waits until this transaction ends.
 * @param actor the person, or the name of the part of Tideweek that did it by itself
 */
export async function recordAudit(
  transaction: Pick<Prisma.TransactionClient, '$executeRaw'>,
  actor: Pick<Viewer, 'id' | 'username'> | string,
  { action, subjectType, subjectId, before, after, note }: AuditRecord,
): Promise<void> {
  const [id, name] = typeof actor === 'string' ? [null, actor] : [actor.id, actor.username];
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  await transaction.$executeRaw`
    INSERT INTO audit_entries
      (actor_id, actor_name, action, subject_type, subject_id, before, after, note)
    VALUES (${id}::uuid, ${name}, ${action}, ${subjectType}, ${subjectId},
            ${json(before)}::jsonb, ${json(after)}::jsonb, ${note ?? null})`;
}
