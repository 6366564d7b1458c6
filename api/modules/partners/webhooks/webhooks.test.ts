import { randomUUID } from 'node:crypto';
import type { GraphQLObjectType } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '#api/generated/prisma/client.ts';
import { dayMs } from '#common/days.ts';
import {
  createBooking,
  createListing,
  createResort,
  createUser,
  globalId,
  signedInUser,
} from '#api/testing/factories.ts';
import { schema } from '#api/schema.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { RateLimitedError } from '#api/platform/errors.ts';
import { createOutgoingPosts } from '#api/platform/outgoing/outgoingPosts.ts';
import { createRateLimits } from '#api/platform/limits/rateLimits.ts';
import { rotateSecrets } from '#api/modules/settings/secretRotation.ts';
import { createSecrets } from '#api/platform/security/secrets.ts';
import {
  createEndpointRow,
  createOrganization,
  createTokenRow,
  settledEvents,
} from '../testing/partner.ts';
import { startReceiver, type Receiver, type Received } from '../testing/receiver.ts';
import { signatureOf } from '../testing/signatureOf.ts';
import { claim, endpointsWithWork } from './claim.ts';
import { replay } from './endpoints.ts';
import { startDeliveries, usualTimes, type RunningDeliveries } from './deliver.ts';

let server: TestServer;
let receiver: Receiver;
let owner: { user: User; cookie: string };
let organization: { id: string };
let running: RunningDeliveries | undefined;

let received: Received[];
let now: number;

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(now) });
  receiver = await startReceiver();
});

beforeEach(async () => {
  await running?.stop();
  running = undefined;
  // An endpoint begins with events that are not settled, also those of the test before.
  await settledEvents(server);
  now = Date.now();
  received = receiver.received = [];
  receiver.answer = () => 200;
  owner = await signedInUser(server);
  await server.prisma.organization.deleteMany();
  organization = await createOrganization(server, { account: owner.user });
});

afterAll(async () => {
  await running?.stop();
  await receiver.close();
  await server.close();
});

const deliver = (more: Partial<typeof usualTimes> = {}) => {
  running = startDeliveries(server.deps, { ...usualTimes, lookEvery: 20, ...more });
};

const hooks = (path = '/hooks') => receiver.origin + path;

const undelivered = () => server.prisma.webhookDelivery.count({ where: { deliveredAt: null } });

const ids = () => received.map(({ headers }) => headers['webhook-id']);

/** The event that the given SQL wrote. */
async function eventOf(object: string, n = 1, owned: string | null = null): Promise<string> {
  await server.pool.query(
    `SELECT write_api_event('listing.changed', 'Listing', $1, $2, jsonb_build_object('n', $3::int))`,
    [object, owned, n],
  );
  await settledEvents(server);
  const event = await server.prisma.apiEvent.findFirstOrThrow({
    where: { objectId: object },
    orderBy: { sequence: 'desc' },
  });
  return event.id;
}

const object = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

interface Result {
  result: {
    __typename: string;
    message?: string;
    fieldErrors?: { field: string; message: string }[];
    secret?: string;
    count?: number;
    endpoint?: { id: string; version: number; pausedAt: string | null };
    delivery?: { id: string; eventId: string };
  };
}

const selection = `__typename ... on Error { message }
  ... on InvalidInputError { fieldErrors { field message } }
  ... on ConflictError { fieldErrors { field message } }`;
const endpointFields = 'endpoint { id version pausedAt gaveUp topics address previousSecretUntil }';

const calls = {
  create: `mutation ($input: CreateWebhookEndpointInput!) { result: createWebhookEndpoint(input: $input) {
    ${selection} ... on CreateWebhookEndpointPayload { secret ${endpointFields} } } }`,
  update: `mutation ($input: UpdateWebhookEndpointInput!) { result: updateWebhookEndpoint(input: $input) {
    ${selection} ... on UpdateWebhookEndpointPayload { ${endpointFields} } } }`,
  rotate: `mutation ($id: ID!) { result: rotateWebhookSecret(endpointId: $id) {
    ${selection} ... on RotateWebhookSecretPayload { secret ${endpointFields} } } }`,
  remove: `mutation ($id: ID!) { result: deleteWebhookEndpoint(endpointId: $id) { ${selection} } }`,
  test: `mutation ($id: ID!) { result: sendTestEvent(endpointId: $id) {
    ${selection} ... on SendTestEventPayload { delivery { id eventId } } } }`,
  replay: `mutation ($input: ReplayDeliveriesInput!) { result: replayDeliveries(input: $input) {
    ${selection} ... on ReplayDeliveriesPayload { count } } }`,
};

const call = async (
  name: keyof typeof calls,
  variables: object,
  by: object = { cookie: owner.cookie },
): Promise<Result['result']> => {
  const { data, errors } = await server.graphqlText<Result>(calls[name], { ...variables }, by);
  expect(errors).toEqual([]);
  if (!data) throw new Error('no data');
  return data.result;
};

const create = (input: object = {}, by?: object) =>
  call(
    'create',
    {
      input: {
        organizationId: organization.id,
        address: hooks(),
        topics: ['LISTING_CHANGED'],
        ...input,
      },
    },
    by,
  );

describe('an endpoint', () => {
  it('gets what happens after it was made, signed, and says what was answered', async () => {
    const resort = await createResort(server);
    const listing = await createListing(server, { resortId: resort.id, ownerId: owner.user.id });
    const { secret = '', endpoint } = await create();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    await server.prisma.listing.update({ where: { id: listing.id }, data: { title: 'Harbour' } });
    deliver();
    await expect.poll(() => received.length).toBe(1);
    const [message] = received;
    if (!message) throw new Error('no message');
    expect(message.headers['webhook-signature']).toBe(signatureOf(secret, message));
    expect(message.headers['webhook-timestamp']).toBe(String(Math.floor(now / 1000)));
    expect(JSON.parse(message.body)).toMatchObject({
      id: message.headers['webhook-id'],
      type: 'listing.changed',
      livemode: true,
      data: {
        __typename: 'Listing',
        id: globalId('Listing', listing.id),
        databaseId: listing.id,
        title: 'Harbour',
        resortId: resort.id,
      },
    });
    await expect
      .poll(() => server.prisma.webhookDelivery.count({ where: { deliveredAt: null } }))
      .toBe(0);
    const log = await deliveries();
    expect(log).toMatchObject([
      {
        node: {
          eventId: message.headers['webhook-id'],
          body: message.body,
          tries: 1,
          nextTryAt: null,
          answerStatus: 200,
          endpoint: { id: endpoint?.id },
        },
      },
    ]);
    expect(log[0]?.node.answer).toHaveLength(1024);
  });

  it('may not be private, without https, or at no address', async () => {
    const problemOf = async (address: string) =>
      (await create({ address })).fieldErrors?.map(({ field, message }) => `${field}: ${message}`);
    expect(await problemOf('https://10.0.0.7/hooks')).toEqual([
      'address: The address 10.0.0.7 is private',
    ]);
    expect(await problemOf('http://93.184.216.34/hooks')).toEqual([
      'address: The address must begin with https://',
    ]);
    // A name that leads nowhere today may lead somewhere tomorrow.
    expect(await problemOf('http://nowhere.invalid/hooks')).toEqual([
      'address: The address must begin with https://',
    ]);
    expect(await problemOf('ftp://93.184.216.34/')).toEqual([
      'address: The address must begin with https://',
    ]);
    expect(await problemOf('hooks')).toEqual([expect.stringContaining('whole address')]);
    expect(await problemOf('https://a:b@93.184.216.34/')).toEqual([
      expect.stringContaining('no user name and password'),
    ]);
  });

  it('is one of 20 at most', async () => {
    for (let number = 1; number < 20; number += 1) await createEndpointRow(server, organization);
    const made = await Promise.all([create(), create()]);
    expect(made.map(({ __typename }) => __typename).toSorted()).toEqual([
      'ConflictError',
      'CreateWebhookEndpointPayload',
    ]);
  });

  it('is made by owners, developers and tokens, and read by viewers', async () => {
    const [developer, viewer, stranger] = [
      await signedInUser(server),
      await signedInUser(server),
      await signedInUser(server),
    ];
    for (const [{ user }, role] of [
      [developer, 'developer'],
      [viewer, 'viewer'],
    ] as const) {
      await server.prisma.organizationMember.create({
        data: { organizationId: organization.id, userId: user.id, role },
      });
    }
    const scopes = ['webhooks:manage', 'listings:read'] as const;
    const { bearer } = await createTokenRow(server, organization, { scopes });
    const other = await createOrganization(server);
    const strange = await createTokenRow(server, other, { scopes });
    const nameAs = async (by: object) => (await create({}, by)).__typename;
    expect(await nameAs({ cookie: developer.cookie })).toBe('CreateWebhookEndpointPayload');
    expect(await nameAs(bearer)).toBe('CreateWebhookEndpointPayload');
    expect(await nameAs({ cookie: viewer.cookie })).toBe('ForbiddenError');
    expect(await nameAs({ cookie: stranger.cookie })).toBe('NotFoundError');
    expect(await nameAs(strange.bearer)).toBe('NotFoundError');
    expect(await countFor({ cookie: viewer.cookie })).toBe(2);
    expect(await countFor(bearer)).toBe(2);
    const id = (await server.prisma.webhookEndpoint.findFirstOrThrow()).id;
    for (const name of ['rotate', 'remove', 'test'] as const) {
      expect((await call(name, { id }, strange.bearer)).__typename).toBe('NotFoundError');
      expect((await call(name, { id }, { cookie: viewer.cookie })).__typename).toBe(
        'ForbiddenError',
      );
    }
    expect((await call('remove', { id }, bearer)).__typename).toBe('DeleteWebhookEndpointPayload');
  });

  it('is managed by a token only if its scopes let it read the events', async () => {
    const { bearer } = await createTokenRow(server, organization, {
      scopes: ['webhooks:manage', 'listings:read'],
    });
    const topics = ['LISTING_CHANGED', 'BOOKING'];
    const refused = {
      __typename: 'ForbiddenError',
      message: 'The token needs the scope bookings:read',
    };
    expect(await create({ topics }, bearer)).toMatchObject(refused);
    expect(await create({ topics: ['REVIEW_PUBLISHED'] }, bearer)).toMatchObject({
      message: 'The token needs the scope resorts:read',
    });
    const ofOwner = (await create({ topics, address: hooks('/own') })).endpoint;
    const ofToken = (await create({}, bearer)).endpoint;
    const update = (endpoint: typeof ofOwner, to: string[]) =>
      call(
        'update',
        {
          input: {
            endpointId: endpoint?.id,
            version: endpoint?.version,
            address: hooks('/elsewhere'),
            topics: to,
            isPaused: false,
          },
        },
        bearer,
      );
    expect(await update(ofOwner, ['LISTING_CHANGED'])).toMatchObject(refused);
    expect(await update(ofToken, topics)).toMatchObject(refused);
    expect(await call('rotate', { id: ofOwner?.id }, bearer)).toMatchObject(refused);
    const rows = await server.prisma.webhookEndpoint.findMany({ orderBy: { createdAt: 'asc' } });
    expect(rows.map(({ address, topics: stored }) => [address, stored])).toEqual([
      [hooks('/own'), ['listing.changed', 'booking.*']],
      [hooks(), ['listing.changed']],
    ]);
    const all = await createTokenRow(server, organization);
    expect(await create({ topics }, all.bearer)).toMatchObject({
      __typename: 'CreateWebhookEndpointPayload',
    });
  });

  it('shows a token the bodies of events only that its scopes let it read', async () => {
    const { bearer } = await createTokenRow(server, organization, {
      scopes: ['webhooks:manage', 'listings:read'],
    });
    const { endpoint } = await create({ topics: ['LISTING_CHANGED', 'BOOKING'] });
    const row = await server.prisma.webhookEndpoint.findFirstOrThrow();
    const events = ['listing.changed', 'booking.pending', 'webhook.test'];
    const made = await Promise.all(
      events.map(async (type) => {
        const event = await server.prisma.apiEvent.create({
          data: {
            id: randomUUID(),
            type,
            objectType: type.startsWith('booking') ? 'Booking' : 'Listing',
            objectId: object(1),
            ownerId: owner.user.id,
            occurredAt: new Date(now),
            data: { guest: `guest of ${type}` },
          },
        });
        const { id } = await server.prisma.webhookDelivery.create({
          data: {
            endpointId: row.id,
            eventId: event.id,
            objectId: object(1),
            createdAt: new Date(now),
            dueAt: new Date(now),
          },
        });
        return globalId('WebhookDelivery', id);
      }),
    );
    const read = (by: object) =>
      server.graphqlText<{
        organization: { webhookDeliveries: { edges: { node: { type: string } }[] } };
        nodes: ({ body: string } | null)[];
      }>(
        `query Log($id: ID, $endpoint: ID, $ids: [ID!]!) {
          organization(id: $id) { webhookDeliveries(endpointId: $endpoint) { edges { node { type body } } } }
          nodes(ids: $ids) { ... on WebhookDelivery { body } } }`,
        { id: organization.id, endpoint: endpoint?.id, ids: made },
        by,
      );
    const seen = await read(bearer);
    const types = (answer: typeof seen) =>
      answer.data?.organization.webhookDeliveries.edges.map(({ node }) => node.type).toSorted();
    expect(types(seen)).toEqual(['listing.changed', 'webhook.test']);
    expect(seen.data?.nodes.map((node) => node !== null)).toEqual([true, false, true]);
    expect(seen.text).not.toContain('guest of booking.pending');
    for (const by of [
      { cookie: owner.cookie },
      (await createTokenRow(server, organization)).bearer,
    ]) {
      expect(types(await read(by))).toEqual(events.toSorted());
    }
  });

  it('shows its secret once, and stores it encrypted', async () => {
    const { secret = '', endpoint } = await create();
    const { secret: next = '' } = await call('rotate', { id: endpoint?.id });
    const row = await server.prisma.webhookEndpoint.findFirstOrThrow();
    const type = schema.getType('WebhookEndpoint') as GraphQLObjectType;
    const everyField = Object.keys(type.getFields()).join(' ');
    const { text } = await server.graphqlText(
      `query EveryField($id: ID!) { node(id: $id) { ... on WebhookEndpoint { ${everyField} } } }`,
      { id: endpoint?.id },
      { cookie: owner.cookie },
    );
    expect(text).toContain(row.address);
    for (const shown of [secret, next]) {
      const key = shown.slice('whsec_'.length);
      expect(row.secret + row.previousSecret).not.toContain(key);
      expect(text).not.toContain(key);
    }
    expect(text).not.toContain(row.secret);
    expect(text).not.toContain(row.previousSecret);
  });

  it('signs with both secrets for a day after a rotation', async () => {
    const { secret: before = '', endpoint } = await create();
    const { secret: after = '' } = await call('rotate', { id: endpoint?.id });
    expect(after).not.toBe(before);
    await call('test', { id: endpoint?.id });
    deliver();
    await expect.poll(() => received.length).toBe(1);
    await expect.poll(undelivered).toBe(0);
    const until = async () => {
      const { data } = await server.graphqlText<{ node: { previousSecretUntil: string | null } }>(
        'query Until($id: ID!) { node(id: $id) { ... on WebhookEndpoint { previousSecretUntil } } }',
        { id: endpoint?.id },
        { cookie: owner.cookie },
      );
      return data?.node.previousSecretUntil;
    };
    expect(await until()).toBe(new Date(now + dayMs).toISOString());
    now += dayMs + 1000;
    expect(await until()).toBeNull();
    await call('test', { id: endpoint?.id });
    await expect.poll(() => received.length).toBe(2);
    expect(received.map(({ headers }) => headers['webhook-signature'])).toEqual([
      received
        .slice(0, 1)
        .map((message) => `${signatureOf(after, message)} ${signatureOf(before, message)}`)[0],
      received.slice(1).map((message) => signatureOf(after, message))[0],
    ]);
  });

  it('keeps its secrets when the keys of the settings change', async () => {
    const { plainSecret, id } = await createEndpointRow(server, organization);
    await call('rotate', { id });
    const old = Buffer.alloc(32, 7);
    const both = createSecrets([Buffer.alloc(32, 8), old]);
    expect(await rotateSecrets({ database: server.deps.database, secrets: both })).toMatchObject({
      changed: 2,
      problems: [],
    });
    const onlyNew = createSecrets([Buffer.alloc(32, 8)]);
    const row = await server.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
    expect(onlyNew.open(`webhook.${id}`, row.previousSecret ?? '')).toBe(plainSecret);
    expect(onlyNew.open(`webhook.${id}`, row.secret)).toMatch(/^whsec_/);
  });

  it('gets nothing that others may not see, and nothing that it did not choose', async () => {
    const other = await createUser(server);
    const resort = await createResort(server);
    await createEndpointRow(server, organization, {
      address: hooks(),
      topics: ['booking.*', 'listing.changed'],
    });
    const bookingOf = async (ownerId: string) => {
      const listing = await createListing(server, { resortId: resort.id, ownerId });
      const { id } = await createBooking(server, {
        resortId: resort.id,
        listingId: listing.id,
        userId: other.id,
        checkIn: listing.availableFrom,
        checkOut: listing.availableTo,
        status: 'confirmed',
      });
      return id;
    };
    await bookingOf((await createUser(server)).id);
    const own = await bookingOf(owner.user.id);
    deliver();
    await expect.poll(() => received.length).toBe(1);
    await eventOf(object(1));
    await expect.poll(() => received.length).toBe(2);
    expect(received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'booking.confirmed',
      'listing.changed',
    ]);
    expect(received[0]?.body).toContain(own);
  });
});

describe('a delivery that fails', () => {
  it('is tried again with the same id, and holds up only its own object', async () => {
    const { plainSecret } = await createEndpointRow(server, organization, { address: hooks() });
    const first = await eventOf(object(1), 1);
    const second = await eventOf(object(1), 2);
    const other = await eventOf(object(2), 1);
    let works = false;
    receiver.answer = ({ headers }) => (headers['webhook-id'] === first && !works ? 503 : 200);
    deliver({ backOff: () => 1000 });
    await expect.poll(() => ids().includes(other)).toBe(true);
    await expect
      .poll(() => server.prisma.webhookDelivery.count({ where: { answerStatus: 503 } }))
      .toBe(1);
    expect(ids()).not.toContain(second);
    works = true;
    now += 1000;
    await expect.poll(ids).toContain(second);
    const sent = received.filter(({ headers }) => headers['webhook-id'] !== other);
    expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual([first, first, second]);
    expect(sent[1]?.body).toBe(sent[0]?.body);
    // Each try is signed anew, for receivers that refuse old messages.
    const instants = sent.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(instants).toEqual([now - 1000, now, now].map((instant) => Math.floor(instant / 1000)));
    expect(sent.map(({ headers }) => headers['webhook-signature'])).toEqual(
      sent.map((message) => signatureOf(plainSecret, message)),
    );
  });

  it('is not redirected, and says so', async () => {
    await createEndpointRow(server, organization, { address: hooks() });
    await eventOf(object(1));
    receiver.answer = () => 302;
    deliver();
    await expect
      .poll(() => server.prisma.webhookDelivery.count({ where: { answerStatus: 302 } }))
      .toBe(1);
    expect(received.map(({ path }) => path)).toEqual(['/hooks']);
  });

  it('is refused at the connection if its address has become private', async () => {
    await createEndpointRow(server, organization, { address: 'https://10.0.0.7/hooks' });
    await eventOf(object(1));
    deliver();
    await expect
      .poll(async () => (await server.prisma.webhookDelivery.findFirst())?.problem)
      .toBe('The address 10.0.0.7 is private');
  });

  it('for three days pauses its endpoint, of which owners and developers are told', async () => {
    const { id } = await createEndpointRow(server, organization, { address: hooks() });
    const developer = await signedInUser(server);
    const viewer = await signedInUser(server);
    await server.prisma.organizationMember.createMany({
      data: [
        { organizationId: organization.id, userId: developer.user.id, role: 'developer' },
        { organizationId: organization.id, userId: viewer.user.id, role: 'viewer' },
      ],
    });
    const stuck = await eventOf(object(1));
    receiver.answer = () => 500;
    const begun = now;
    deliver();
    const endpoint = () => server.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
    let tries = 0;
    while (!(await endpoint()).pausedAt) {
      tries += 1;
      await expect.poll(async () => (await endpoint()).failures).toBe(tries);
      const delivery = await server.prisma.webhookDelivery.findFirstOrThrow();
      now = Math.max(now, delivery.dueAt.getTime());
    }
    expect((now - begun) / 3_600_000).toBe(72);
    expect(tries).toBe(18);
    const mails = await server.prisma.outgoingMail.findMany({
      where: { template: 'webhookPaused' },
      select: { toAddress: true },
    });
    expect(mails.map(({ toAddress }) => toAddress).toSorted()).toEqual(
      [owner.user.email, developer.user.email].toSorted(),
    );
    await eventOf(object(2));
    expect((await call('test', { id })).__typename).toBe('ConflictError');
    expect(received).toHaveLength(tries);

    receiver.answer = () => 200;
    const { version } = await endpoint();
    const input = { endpointId: id, version, address: hooks(), topics: ['LISTING_CHANGED'] };
    const resumed = await call('update', { input: { ...input, isPaused: false } });
    expect(resumed.endpoint?.pausedAt).toBeNull();
    await expect.poll(() => received.length).toBe(tries + 2);
    expect(ids().slice(tries)).toContain(stuck);
    const again = await call('update', { input: { ...input, isPaused: false } });
    expect(again.__typename).toBe('ConflictError');
  });

  it('to receivers that hang holds up no endpoint that answers, of their organization or another', async () => {
    const hanging = [];
    for (let number = 1; number <= 6; number += 1) {
      hanging.push(await createEndpointRow(server, organization, { address: hooks('/hangs') }));
    }
    const other = await createOrganization(server);
    for (const of of [organization, other]) {
      await createEndpointRow(server, of, { address: hooks(`/quick/${of.id}`) });
    }
    receiver.answer = ({ path }) => (path === '/hangs' ? undefined : 200);
    const numbers = Array.from({ length: 30 }, (_, index) => index + 1);
    for (const n of [1, 2]) {
      for (const number of numbers) await eventOf(object(number), n);
    }
    // Nothing ends by itself.
    const webhookPosts = createOutgoingPosts({ allowed: ['127.0.0.0/8'], timeout: dayMs });
    const times = { ...usualTimes, lookEvery: 20, slowAfter: 20 };
    running = startDeliveries({ ...server.deps, webhookPosts }, times);
    const quick = (of: { id: string }) =>
      received.filter(({ path }) => path === `/quick/${of.id}`).map(({ body }) => body);
    for (const of of [organization, other]) {
      await expect.poll(() => quick(of).length).toBe(60);
    }
    for (const number of numbers) {
      const inOrder = quick(other)
        .map((body) => (JSON.parse(body) as { data: { databaseId: string; n: number } }).data)
        .filter(({ databaseId }) => databaseId === object(number));
      expect(inOrder.map(({ n }) => n)).toEqual([1, 2]);
    }
    const endpointId = { in: hanging.map(({ id }) => id) };
    const open = { endpointId, deliveredAt: null };
    expect(await server.prisma.webhookDelivery.count({ where: open })).toBe(6 * 60);
    // As many at once as an endpoint may have.
    const tried = () => server.prisma.webhookDelivery.count({ where: { ...open, attempts: 1 } });
    await expect.poll(tried).toBe(6 * 8);
    await server.prisma.webhookEndpoint.deleteMany({ where: { id: endpointId } });
  });

  it('three times in a row is tried alone, before the others go on', async () => {
    await createEndpointRow(server, organization, { address: hooks(), failures: 3 });
    for (let number = 1; number <= 5; number += 1) await eventOf(object(number));
    let isBack = false;
    receiver.answer = () => (isBack ? 200 : undefined);
    deliver();
    await expect.poll(() => received.length).toBe(1);
    const locked = () =>
      server.prisma.webhookDelivery.count({ where: { lockedUntil: { not: null } } });
    expect(await locked()).toBe(1);
    await running?.stop();
    isBack = true;
    // The lease of the try that was not answered.
    now += usualTimes.lease;
    deliver();
    await expect.poll(() => new Set(ids()).size).toBe(5);
    await expect
      .poll(async () => (await server.prisma.webhookEndpoint.findFirst())?.failures)
      .toBe(0);
  });

  it('or not, belongs to the process that took it first, until its lease is over', async () => {
    const { id } = await createEndpointRow(server, organization, { address: hooks() });
    for (let number = 1; number <= 6; number += 1) await eventOf(object(number));
    const look = () => claim(server.deps, usualTimes, id, 8);
    const other = await server.pool.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM webhook_endpoints WHERE id = $1 FOR KEY SHARE', [id]);
    expect(await look()).toEqual([]);
    await other.query('ROLLBACK');
    other.release();
    expect(await look()).toHaveLength(6);
    expect(await look()).toEqual([]);
    now += usualTimes.lease;
    expect(await look()).toHaveLength(6);
  });

  it('by a process that died is taken over when its time is over', async () => {
    await createEndpointRow(server, organization, { address: hooks() });
    await eventOf(object(1));
    deliver();
    await expect.poll(() => received.length).toBe(1);
    await expect.poll(undelivered).toBe(0);
    await running?.stop();
    await server.prisma.webhookDelivery.updateMany({
      data: { deliveredAt: null, lockedUntil: new Date(now + 30_000) },
    });
    deliver();
    const next = await eventOf(object(2));
    await expect.poll(ids).toContain(next);
    await expect.poll(undelivered).toBe(1);
    expect(received).toHaveLength(2);
    now += 30_000;
    await expect.poll(() => received.length).toBe(3);
  });
});

describe('deliveries', () => {
  it('are sent again, one or those of a range, with their ids', async () => {
    const { id } = await createEndpointRow(server, organization, { address: hooks() });
    const [first, second] = [await eventOf(object(1), 1), await eventOf(object(1), 2)];
    deliver();
    await expect.poll(ids).toEqual([first, second]);
    const waiting = () => server.prisma.webhookDelivery.count({ where: { deliveredAt: null } });
    await expect.poll(waiting).toBe(0);
    const delivery = await server.prisma.webhookDelivery.findFirstOrThrow({
      where: { eventId: first },
    });
    const input = { endpointId: globalId('WebhookEndpoint', id) };
    const one = await call('replay', {
      input: { ...input, deliveryId: globalId('WebhookDelivery', delivery.id) },
    });
    expect(one.count).toBe(1);
    await expect.poll(ids).toEqual([first, second, first]);
    await expect.poll(waiting).toBe(0);
    const range = await call('replay', {
      input: { ...input, from: new Date(now - 1000), to: new Date(now + 1000) },
    });
    expect(range.count).toBe(2);
    await expect.poll(ids).toEqual([first, second, first, first, second]);
    for (const wrong of [{}, { from: new Date(now) }, { from: new Date(now), to: new Date(0) }]) {
      expect((await call('replay', { input: { ...input, ...wrong } })).__typename).toBe(
        'InvalidInputError',
      );
    }
    const other = await createEndpointRow(server, organization, { address: hooks('/other') });
    const mixed = await call('replay', {
      input: {
        endpointId: globalId('WebhookEndpoint', other.id),
        deliveryId: globalId('WebhookDelivery', delivery.id),
      },
    });
    expect(mixed.__typename).toBe('NotFoundError');
    expect(received).toHaveLength(5);
  });

  it('are sent again 1,000 at once at most', async () => {
    const { id } = await createEndpointRow(server, organization, { address: hooks() });
    await server.pool.query(
      `WITH events AS (
         INSERT INTO api_events (id, type, object_type, object_id, data)
         SELECT gen_random_uuid(), 'listing.changed', 'Listing', gen_random_uuid(), '{}'
         FROM generate_series(1, 1001) RETURNING id, object_id)
       INSERT INTO webhook_deliveries
         (id, endpoint_id, event_id, object_id, created_at, due_at, delivered_at)
       SELECT id, $1, id, object_id, $2, $2, $2 FROM events`,
      [id, new Date(now)],
    );
    const range = { from: new Date(now), to: new Date(now) };
    const input = { endpointId: globalId('WebhookEndpoint', id), ...range };
    expect(await call('replay', { input })).toMatchObject({
      __typename: 'ConflictError',
      message: expect.stringContaining('There are more than 1000 deliveries') as string,
    });
    expect(await undelivered()).toBe(0);
    await server.pool.query(
      'DELETE FROM webhook_deliveries WHERE id = (SELECT id FROM webhook_deliveries LIMIT 1)',
    );
    expect((await call('replay', { input })).count).toBe(1_000);
    expect(await undelivered()).toBe(1_000);
  });

  it('are sent again 5,000 times in an hour at most', async () => {
    const { id } = await createEndpointRow(server, organization, { address: hooks() });
    for (const _ of [1, 2]) await call('test', { id: globalId('WebhookEndpoint', id) });
    const deliveredAt = new Date(now);
    await server.prisma.webhookDelivery.updateMany({ data: { deliveredAt } });
    const rateLimits = createRateLimits(server.pool);
    await rateLimits.spend('webhookReplayByAccount', organization.id, 4_999);
    const range = { from: new Date(now - 1000), to: new Date(now + 1000) };
    const caller = { viewer: owner.user, token: null };
    await expect(replay({ ...server.deps, rateLimits }, caller, id, range)).rejects.toThrow(
      RateLimitedError,
    );
    expect(await server.prisma.webhookDelivery.findMany()).toMatchObject([
      { deliveredAt },
      { deliveredAt },
    ]);
  });

  it('of other organizations are in nobody’s log', async () => {
    const other = await createOrganization(server);
    await createEndpointRow(server, other, { address: hooks('/other') });
    await createEndpointRow(server, organization, { address: hooks() });
    await eventOf(object(1));
    deliver();
    await expect.poll(() => received.length).toBe(2);
    await expect
      .poll(() => server.prisma.webhookDelivery.count({ where: { deliveredAt: null } }))
      .toBe(0);
    expect(await deliveries()).toHaveLength(1);
  });

  it('begin with the approval of an organization, and rest while it is suspended', async () => {
    const { id } = await createEndpointRow(server, organization, { address: hooks() });
    const status = (to: 'suspended' | 'approved' | 'pending') =>
      server.prisma.organization.update({
        where: { id: organization.id },
        data: { status: to, decidedAt: to === 'pending' ? null : new Date() },
      });
    await status('pending');
    await eventOf(object(1));
    deliver();
    await expect
      .poll(async () => {
        const [{ behind } = { behind: 1 }] = await server.prisma.$queryRaw<{ behind: number }[]>`
          SELECT count(*)::int AS behind FROM api_events, webhook_endpoints AS endpoints
          WHERE (api_events.transaction, api_events.sequence) > (endpoints.transaction, endpoints.sequence)`;
        return behind;
      })
      .toBe(0);
    await status('approved');
    const after = await eventOf(object(2));
    await expect.poll(ids).toEqual([after]);

    await running?.stop();
    await status('suspended');
    const meanwhile = await eventOf(object(3));
    expect(await endpointsWithWork(server.deps)).toEqual([]);
    expect(await claim(server.deps, usualTimes, id, 8)).toEqual([]);
    await status('approved');
    deliver();
    await expect.poll(ids).toEqual([after, meanwhile]);
  });
});

const countFor = async (by: object) => {
  const { data, errors } = await server.graphqlText<{
    organization: { webhookEndpoints: unknown[] };
  }>(
    'query ($id: ID) { organization(id: $id) { webhookEndpoints { address } } }',
    { id: organization.id },
    by,
  );
  expect(errors).toEqual([]);
  return data?.organization.webhookEndpoints.length;
};

interface Logged {
  node: { body: string; answer: string | null; tries: number; eventId: string };
}

const deliveries = async (): Promise<Logged[]> => {
  const { data, errors } = await server.graphqlText<{
    organization: { webhookDeliveries: { edges: Logged[] } };
  }>(
    `query ($id: ID) { organization(id: $id) { webhookDeliveries(isWaiting: false) { edges { node {
       eventId type body tries nextTryAt answerStatus answer problem endpoint { id } } } } } }`,
    { id: organization.id },
    { cookie: owner.cookie },
  );
  expect(errors).toEqual([]);
  return data?.organization.webhookDeliveries.edges ?? [];
};
