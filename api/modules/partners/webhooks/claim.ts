import type { Deps } from '#api/context/context.ts';
import { Prisma, type ApiEvent, type WebhookEndpoint } from '#api/generated/prisma/client.ts';
import { realTime } from './signature.ts';

type Working = Pick<Deps, 'database' | 'clock' | 'sandbox'>;

export type Claimed = Pick<
  ApiEvent,
  'id' | 'type' | 'occurredAt' | 'objectType' | 'objectId' | 'data'
> &
  Pick<WebhookEndpoint, 'address' | 'secret' | 'previousSecret' | 'previousSecretUntil'> & {
    deliveryId: string;
    endpointId: string;
    attempts: number;
    lockedUntil: Date;
    firstTriedAt: Date;
  };

/** Concurrent deliveries to one endpoint, over all processes. */
const atOnce = 8;

/** Consecutive failures after which an endpoint gets one delivery at a time. */
const mostFailures = 3;

const eventsAtOnce = 1_000;

/** The most waiting deliveries of an endpoint; later events remain in the event log. */
const mostWaiting = 5_000;

const active = Prisma.sql`
  webhook_endpoints AS endpoints
    JOIN organizations ON organizations.id = organization_id
    JOIN users ON users.id = account_id
  WHERE paused_at IS NULL AND closed_at IS NULL
    AND status IN ('approved', 'pending')`;

export interface Worked {
  id: string;
  organizationId: string;
  /** Whether its latest delivery failed. */
  isFailing: boolean;
}

/** Endpoints with new events or due deliveries, in random order, so that each gets its turn. */
export async function endpointsWithWork(deps: Working): Promise<Worked[]> {
  const now = realTime(deps);
  return deps.database.read<Worked>(Prisma.sql`
    SELECT endpoints.id, organization_id AS "organizationId", failures > 0 AS "isFailing"
    FROM ${active} AND (
      EXISTS (
        SELECT FROM api_events
        WHERE (api_events.transaction, api_events.sequence) > (endpoints.transaction, endpoints.sequence)
          AND api_events.transaction < settled_api_events())
      OR EXISTS (
        SELECT FROM webhook_deliveries
        WHERE endpoint_id = endpoints.id AND delivered_at IS NULL AND due_at <= ${now}
          AND (locked_until IS NULL OR locked_until <= ${now})))
    ORDER BY random()`);
}

type Endpoint = Omit<WebhookEndpoint, 'transaction' | 'sequence'> & {
  transaction: string;
  sequence: string;
  accountId: string;
  isApproved: boolean;
};

/**
 * Makes deliveries of an endpoint's new events and claims its due deliveries: per object the first
 * waiting delivery, unless a process is trying it. Does nothing while another process does the
 * same.
 * @param most how many to claim
 */
export async function claim(
  deps: Working,
  { lease }: { lease: number },
  endpointId: string,
  most: number,
): Promise<Claimed[]> {
  const now = realTime(deps);
  return deps.database.prisma.$transaction(async (transaction) => {
    const [endpoint] = await transaction.$queryRaw<Endpoint[]>`
      SELECT endpoints.id, address, topics, secret, previous_secret AS "previousSecret",
             previous_secret_until AS "previousSecretUntil", failures,
             transaction::text, sequence::text, account_id AS "accountId",
             (status = 'approved' OR ${deps.sandbox !== undefined}) AS "isApproved"
      FROM ${active} AND endpoints.id = ${endpointId}::uuid
      FOR UPDATE OF endpoints SKIP LOCKED`;
    if (!endpoint) {
      return [];
    }
    await makeDeliveries(transaction, endpoint, now);
    const allowed = endpoint.failures < mostFailures ? atOnce : 1;
    const { address, secret, previousSecret, previousSecretUntil } = endpoint;
    const taken = await transaction.$queryRaw<
      Omit<Claimed, 'address' | 'secret' | 'previousSecret' | 'previousSecretUntil'>[]
    >`
      WITH heads AS MATERIALIZED (
        SELECT DISTINCT ON (object_id) id, number, due_at, locked_until FROM webhook_deliveries
        WHERE endpoint_id = ${endpointId}::uuid AND delivered_at IS NULL
        ORDER BY object_id, number),
      due AS (
        SELECT id FROM heads
        WHERE due_at <= ${now} AND (locked_until IS NULL OR locked_until <= ${now})
        ORDER BY due_at, number
        LIMIT greatest(0, least(${most}::bigint,
          ${allowed}::bigint - (SELECT count(*) FROM heads WHERE locked_until > ${now}))))
      UPDATE webhook_deliveries AS taken
      SET locked_until = ${new Date(now.getTime() + lease)}, attempts = attempts + 1,
          first_tried_at = coalesce(first_tried_at, ${now}), last_tried_at = ${now}
      FROM due, api_events AS events
      WHERE taken.id = due.id AND taken.delivered_at IS NULL AND events.id = event_id
      RETURNING taken.id AS "deliveryId", endpoint_id AS "endpointId", attempts,
        first_tried_at AS "firstTriedAt", taken.locked_until AS "lockedUntil", events.id, type, occurred_at AS "occurredAt",
        object_type AS "objectType", events.object_id AS "objectId", data`;
    return taken.map((each) => ({
      ...each,
      address,
      secret,
      previousSecret,
      previousSecretUntil,
    }));
  });
}

/**
 * Continues after the last event read. Events before an organization's approval are sent only in
 * its sandbox; events during a suspension are sent after it.
 */
async function makeDeliveries(
  transaction: Prisma.TransactionClient,
  { id, accountId, isApproved, topics, ...last }: Endpoint,
  now: Date,
): Promise<void> {
  await transaction.$executeRaw`
    WITH seen AS MATERIALIZED (
      SELECT id, type, object_id, owner_id, transaction, sequence FROM api_events
      WHERE (transaction, sequence) > (${last.transaction}::bigint, ${last.sequence}::bigint)
        AND transaction < settled_api_events()
        AND (SELECT count(*) FROM webhook_deliveries
             WHERE endpoint_id = ${id}::uuid AND delivered_at IS NULL) < ${mostWaiting}
      ORDER BY transaction, sequence LIMIT ${eventsAtOnce}),
    moved AS (
      UPDATE webhook_endpoints SET (transaction, sequence) = (
        SELECT transaction, sequence FROM seen ORDER BY transaction DESC, sequence DESC LIMIT 1)
      WHERE id = ${id}::uuid AND EXISTS (SELECT FROM seen))
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, object_id, created_at, due_at)
    SELECT gen_random_uuid(), ${id}::uuid, id, object_id, ${now}, ${now} FROM seen
    WHERE ${isApproved} AND (owner_id IS NULL OR owner_id = ${accountId}::uuid)
      AND (type = ANY (${topics}) OR split_part(type, '.', 1) || '.*' = ANY (${topics}))
    ORDER BY transaction, sequence`;
}
