import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Prisma, WebhookDelivery, WebhookEndpoint } from '#api/generated/prisma/client.ts';
import { type ActiveToken, mayUse } from '#api/platform/sessions/apiTokens.ts';
import type { PageArgs } from '#api/platform/database/cursors.ts';
import { dayMs } from '#common/days.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  MissingScopeError,
  NotFoundError,
} from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { newestFirst } from '#api/platform/database/newestFirst.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireVerified } from '#api/modules/access/requireVerified.ts';
import { noOrganization, requireRight } from '../organizations/organizations.ts';
import { realTime, sealSecret, newWebhookSecret } from './signature.ts';
import { scopedKinds, scopeOfEvents, testEventType, webhookTopics } from './topics.ts';

const mostEndpoints = 20;

/** Days for which the secret before a rotation still signs. */
const rotationDays = 1;

const mostReplayed = 1_000;

export interface Caller {
  viewer: Viewer | null;
  token: ActiveToken | null;
}

const fields = {
  address: z
    .string({ error: 'Address must be text' })
    .trim()
    .min(1, 'Address is required')
    .max(500, 'Address may have at most 500 characters'),
  topics: z
    .array(z.enum(webhookTopics))
    .min(1, 'Choose at least one event')
    .transform((topics) => webhookTopics.filter((topic) => topics.includes(topic))),
};

const made = z.object(fields);
const changed = z.object({ ...fields, version: z.int(), isPaused: z.boolean() });

const replayed = z
  .object({ deliveryId: z.uuid().nullish(), from: z.date().nullish(), to: z.date().nullish() })
  .refine(({ deliveryId, from, to }) => (deliveryId ? !from && !to : from && to && from <= to), {
    path: ['deliveryId'],
    error: 'Name one delivery, or the first and the last instant of a range',
  });

type Working = Pick<Deps, 'database' | 'clock' | 'sandbox' | 'secrets' | 'webhookPosts'>;

/**
 * Adds an endpoint to an organization. It gets events from now on.
 * @returns the endpoint and its secret, which is shown only here
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | ForbiddenError}
 * @throws {ConflictError} if there are too many endpoints
 */
export async function createEndpoint(
  deps: Working,
  caller: Caller,
  organizationId: string,
  input: unknown,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  requireVerifiedCaller(caller);
  const data = parseInput(made, input);
  await requireWebhooks(deps.database.prisma, caller, organizationId);
  requireScopes(caller, data.topics);
  await requireReachable(deps, data.address);
  const id = randomUUID();
  const secret = newWebhookSecret();
  const endpoint = await deps.database.prisma.$transaction(async (transaction) => {
    // Lock: two concurrent calls could both pass the limit.
    const [organization] = await transaction.$queryRaw<{ status: string; settled: bigint }[]>`
      SELECT status::text, settled_api_events() AS settled FROM organizations
      WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
    if (!organization) {
      throw noOrganization();
    }
    if (!['approved', 'pending'].includes(organization.status)) {
      throw new ForbiddenError('This organization may not use the API. The reason is on its page');
    }
    if ((await transaction.webhookEndpoint.count({ where: { organizationId } })) >= mostEndpoints) {
      throw new ConflictError('address', `An organization has at most ${mostEndpoints} endpoints`);
    }
    return transaction.webhookEndpoint.create({
      data: {
        ...data,
        id,
        organizationId,
        secret: sealSecret(deps, id, secret),
        transaction: organization.settled,
        createdAt: realTime(deps),
      },
    });
  });
  return { endpoint, secret };
}

/**
 * Changes, pauses or resumes an endpoint. A resumed endpoint receives its waiting events at once,
 * including events during the pause.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | ForbiddenError}
 * @throws {ConflictError} if it was changed meanwhile
 */
export async function updateEndpoint(
  deps: Working,
  caller: Caller,
  id: string,
  input: unknown,
): Promise<WebhookEndpoint> {
  requireVerifiedCaller(caller);
  const { version, isPaused, ...data } = parseInput(changed, input);
  const before = await endpointFor(deps, caller, id);
  requireScopes(caller, [...before.topics, ...data.topics]);
  if (data.address !== before.address) {
    await requireReachable(deps, data.address);
  }
  const now = realTime(deps);
  const isResumed = before.pausedAt !== null && !isPaused;
  return deps.database.prisma.$transaction(async (transaction) => {
    const [after] = await transaction.webhookEndpoint.updateManyAndReturn({
      where: { id, version },
      data: {
        ...data,
        version: version + 1,
        pausedAt: isPaused ? (before.pausedAt ?? now) : null,
        ...(!isPaused && { gaveUp: false }),
        ...(isResumed && { failures: 0 }),
      },
    });
    if (!after) {
      throw new ConflictError('version', 'The endpoint was changed meanwhile. Load it again');
    }
    if (isResumed) {
      await transaction.webhookDelivery.updateMany({
        where: { endpointId: id, deliveredAt: null },
        data: dueAgain(now),
      });
    }
    return after;
  });
}

/**
 * Gives an endpoint a new secret. The previous secret also signs for a day.
 * @returns the endpoint and its secret, which is shown only here
 * @throws {SignInRequiredError | NotFoundError | ForbiddenError}
 */
export async function rotateSecret(
  deps: Working,
  caller: Caller,
  id: string,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const { topics } = await endpointFor(deps, caller, id);
  requireScopes(caller, topics);
  const secret = newWebhookSecret();
  const endpoint = await deps.database.prisma.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT FROM webhook_endpoints WHERE id = ${id}::uuid FOR UPDATE`;
    const before = await transaction.webhookEndpoint.findUnique({ where: { id } });
    if (!before) {
      throw noEndpoint();
    }
    return transaction.webhookEndpoint.update({
      where: { id },
      data: {
        secret: sealSecret(deps, id, secret),
        previousSecret: before.secret,
        previousSecretUntil: new Date(realTime(deps).getTime() + rotationDays * dayMs),
        version: { increment: 1 },
      },
    });
  });
  return { endpoint, secret };
}

/** @throws {SignInRequiredError | NotFoundError | ForbiddenError} */
export async function deleteEndpoint(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  id: string,
): Promise<void> {
  await endpointFor(deps, caller, id);
  await deps.database.prisma.webhookEndpoint.deleteMany({ where: { id } });
}

/**
 * Sends a test event without data to an endpoint.
 * @throws {SignInRequiredError | NotFoundError | ForbiddenError | RateLimitedError}
 * @throws {ConflictError} if the endpoint is paused
 */
export async function sendTest(
  deps: Pick<Deps, 'database' | 'clock' | 'sandbox' | 'rateLimits'>,
  caller: Caller,
  id: string,
): Promise<WebhookDelivery> {
  const endpoint = await endpointFor(deps, caller, id);
  requireRunning(endpoint);
  await deps.rateLimits.spend('webhookTestByAccount', endpoint.organizationId);
  const now = realTime(deps);
  const eventId = randomUUID();
  return deps.database.prisma.$transaction(async (transaction) => {
    await transaction.apiEvent.create({
      data: {
        id: eventId,
        type: testEventType,
        objectType: 'WebhookEndpoint',
        objectId: id,
        ownerId: endpoint.organization.accountId,
        occurredAt: now,
        data: { message: 'This event says that the endpoint works.' },
      },
    });
    return transaction.webhookDelivery.create({
      data: { endpointId: id, eventId, objectId: id, createdAt: now, dueAt: now },
    });
  });
}

/**
 * Resends a delivery of an endpoint, or all deliveries of a time range.
 * @returns how many
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | ForbiddenError}
 * @throws {RateLimitedError} beyond 5,000 deliveries of an organization in an hour
 * @throws {ConflictError} if the endpoint is paused, or there are too many deliveries
 */
export async function replay(
  deps: Pick<Deps, 'database' | 'clock' | 'sandbox' | 'rateLimits'>,
  caller: Caller,
  endpointId: string,
  input: unknown,
): Promise<number> {
  const { deliveryId, from, to } = parseInput(replayed, input);
  const endpoint = await endpointFor(deps, caller, endpointId);
  requireRunning(endpoint);
  const { prisma } = deps.database;
  const wanted = await prisma.webhookDelivery.findMany({
    where: {
      endpointId,
      ...(deliveryId
        ? { id: deliveryId }
        : { createdAt: { gte: from ?? undefined, lte: to ?? undefined } }),
    },
    select: { id: true },
    take: mostReplayed + 1,
  });
  if (deliveryId && wanted.length === 0) {
    throw new NotFoundError('There is no such delivery (any more)');
  }
  if (wanted.length > mostReplayed) {
    throw new ConflictError(
      'to',
      `There are more than ${mostReplayed} deliveries. Choose a shorter range`,
    );
  }
  await deps.rateLimits.spend('webhookReplayByAccount', endpoint.organizationId, wanted.length);
  await prisma.webhookDelivery.updateMany({
    where: { id: { in: wanted.map(({ id }) => id) } },
    data: dueAgain(realTime(deps)),
  });
  return wanted.length;
}

/** @param token Only events in its scopes are listed; null for a person. */
export function deliveriesPage(
  organizationId: string,
  {
    endpointId,
    isWaiting,
    token,
  }: {
    endpointId?: string | null | undefined;
    isWaiting?: boolean | null | undefined;
    token: ActiveToken | null;
  },
  args: PageArgs,
) {
  const hidden = scopedKinds.filter((kind) => !mayReadEvent(token, kind));
  const { where, ...page } = newestFirst(args);
  return {
    ...page,
    where: {
      ...where,
      endpoint: { organizationId },
      ...(hidden.length > 0 && {
        event: { NOT: { OR: hidden.map((kind) => ({ type: { startsWith: `${kind}.` } })) } },
      }),
      ...(endpointId && { endpointId }),
      ...(isWaiting != null && { deliveredAt: isWaiting ? null : { not: null } }),
    },
  } satisfies Prisma.WebhookDeliveryFindManyArgs;
}

/**
 * Clears the lock: if a process is trying the delivery now, its failure must not delay the resend.
 */
const dueAgain = (now: Date) => ({
  dueAt: now,
  deliveredAt: null,
  lockedUntil: null,
  firstTriedAt: null,
  attempts: 0,
});

/** @throws {SignInRequiredError | NotFoundError | ForbiddenError} */
async function requireWebhooks(
  prisma: Pick<Prisma.TransactionClient, 'organizationMember'>,
  { viewer, token }: Caller,
  organizationId: string,
): Promise<void> {
  if (!token) {
    await requireRight(prisma, viewer, organizationId, 'develop');
    return;
  }
  if (!mayUse(token, 'webhooks:manage')) {
    throw new MissingScopeError('webhooks:manage');
  }
  if (token.organizationId !== organizationId) {
    throw noOrganization();
  }
}

/**
 * Webhooks reach whoever controls the address, so the caller must be verified.
 * @throws {SignInRequiredError}
 * @throws {ForbiddenError} if the address of the person, or of the token's account, is not
 *   verified
 */
const requireVerifiedCaller = ({ viewer, token }: Caller): void =>
  void requireVerified(token?.account ?? viewer);

/**
 * A token can subscribe only to topics that it may read.
 * @throws {MissingScopeError}
 */
function requireScopes({ token }: Caller, topics: readonly string[]): void {
  const missing = topics.map(scopeOfEvents).find((scope) => scope && !mayUse(token, scope));
  if (token && missing) {
    throw new MissingScopeError(missing);
  }
}

export const mayReadEvent = (token: ActiveToken | null, type: string): boolean => {
  const scope = scopeOfEvents(type);
  return token === null || scope === undefined || mayUse(token, scope);
};

async function endpointFor(
  { database: { prisma } }: Pick<Deps, 'database'>,
  caller: Caller,
  id: string,
): Promise<WebhookEndpoint & { organization: { accountId: string } }> {
  const endpoint = await prisma.webhookEndpoint.findUnique({
    where: { id },
    include: { organization: { select: { accountId: true } } },
  });
  if (!endpoint) {
    throw noEndpoint();
  }
  try {
    await requireWebhooks(prisma, caller, endpoint.organizationId);
  } catch (error) {
    throw error instanceof NotFoundError ? noEndpoint() : error;
  }
  return endpoint;
}

/** @throws {InvalidInputError} naming `address` if webhooks can't be sent there */
async function requireReachable(
  { webhookPosts }: Pick<Deps, 'webhookPosts'>,
  address: string,
): Promise<void> {
  const message = await webhookPosts.objection(address);
  if (message !== undefined) {
    throw new InvalidInputError('address', message);
  }
}

function requireRunning({ pausedAt }: WebhookEndpoint): void {
  if (pausedAt) {
    throw new ConflictError('endpointId', 'The endpoint is paused. Resume it first');
  }
}

const noEndpoint = () => new NotFoundError('There is no such endpoint, or you are not a member');
