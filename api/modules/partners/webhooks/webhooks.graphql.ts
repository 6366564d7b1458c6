import type { RequestContext } from '#api/context/context.ts';
import type { Prisma, WebhookDelivery, WebhookEndpoint } from '#api/generated/prisma/client.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { columns } from '#api/graphql/exposed.ts';
import { command, payload } from '#api/graphql/command.ts';
import { encodeGlobalId } from '#api/graphql/ids/globalIds.ts';
import { globalIdOf, idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { mayUse } from '#api/platform/sessions/apiTokens.ts';
import { newestFirstConnection, newestFirstCost } from '#api/platform/database/newestFirst.ts';
import { queryFromInfo } from '@pothos/plugin-prisma';
import { OrganizationType } from '../organizations/organizations.graphql.ts';
import { mayRead } from '../organizations/organizations.ts';
import { bodyOf } from './body.ts';
import { realTime } from './signature.ts';
import {
  createEndpoint,
  deleteEndpoint,
  deliveriesPage,
  mayReadEvent,
  replay,
  rotateSecret,
  sendTest,
  updateEndpoint,
  type Caller,
} from './endpoints.ts';
import type { WebhookTopic } from './topics.ts';

const manage = { signedIn: true, token: 'webhooks:manage' } as const;

const TopicEnum = enumOf<WebhookTopic>('WebhookTopic', 'What an endpoint can be told of.', {
  'listing.published': '`listing.published`: a listing can be seen from now on.',
  'listing.changed': '`listing.changed`: what can be seen of a public listing was changed.',
  'listing.withdrawn': '`listing.withdrawn`: a listing can’t be seen any more.',
  'resort.published': '`resort.published`: a resort was added to the directory.',
  'resort.changed': '`resort.changed`: a resort was edited.',
  'resort.withdrawn': '`resort.withdrawn`: a resort was removed.',
  'review.published': '`review.published`: a resort was reviewed.',
  'booking.*':
    '`booking.pending`, `booking.confirmed` and so on: a booking of a week of the organization has a new status.',
  'sale.*':
    '`sale.offered`, `sale.agreed` and so on: an offer for, or the sale of, a timeshare of the organization moves on.',
});

const callerOf = async (context: RequestContext): Promise<Caller> => ({
  viewer: await context.viewer(),
  token: context.token,
});

async function maySee(organizationId: string, context: RequestContext): Promise<boolean> {
  if (context.token) {
    return (
      mayUse(context.token, 'webhooks:manage') && context.token.organizationId === organizationId
    );
  }
  return mayRead(context.deps.database.prisma, await context.viewer(), organizationId);
}

const EndpointType = builder.prismaNode('WebhookEndpoint', {
  description:
    'An address of an organization that events are sent to. Its members and its tokens with the scope `webhooks:manage` can see it.',
  nullable: true,
  select: { id: true, organizationId: true },
  authScopes: async ({ organizationId }, context) =>
    (await maySee(organizationId, context)) && { public: true, token: 'webhooks:manage' },
  id: { field: 'id', description: 'Global id, for `node` and the mutations.' },
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('webhookEndpoint', 'The plain id of the endpoint.')),
    ...columns<WebhookEndpoint>(t, {
      address: 'Where events are sent to.',
      pausedAt: ['DateTime?', 'Since when nothing is sent; null if it is not paused.'],
      gaveUp: [
        'Boolean',
        'Whether it was paused because an event could not be delivered for three days.',
      ],
      failures: [
        'Int',
        'How many tries in a row have failed; 0 if the last one was answered with 2xx.',
      ],
      version: [
        'Int',
        'Increases with each change; `updateWebhookEndpoint` names the one it changes.',
      ],
      createdAt: ['DateTime', 'When it was added.'],
    }),
    previousSecretUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Until when the secret before the last rotation signs too; null if none does. Another rotation ends it at once.',
      select: { previousSecretUntil: true },
      resolve: ({ previousSecretUntil: until }, _args, { deps }) =>
        until && until > realTime(deps) ? until : null,
    }),
    topics: t.field({
      type: [TopicEnum],
      description: 'What it is told of.',
      select: { topics: true },
      resolve: ({ topics }) => topics as WebhookTopic[],
    }),
  }),
});

const ofDelivery = {
  id: true,
  createdAt: true,
  deliveredAt: true,
  endpoint: { select: { organizationId: true } },
  event: { select: { type: true } },
} satisfies Prisma.WebhookDeliverySelect;

const DeliveryType = builder.prismaNode('WebhookDelivery', {
  description:
    'An event that was sent, or is to be sent, to an endpoint. A token sees those that its scopes let it read.',
  nullable: true,
  select: ofDelivery,
  authScopes: async ({ endpoint, event }, context) =>
    mayReadEvent(context.token, event.type) &&
    (await maySee(endpoint.organizationId, context)) && { public: true, token: 'webhooks:manage' },
  id: { field: 'id', description: 'Global id, for `node` and `replayDeliveries`.' },
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('webhookDelivery', 'The plain id of the delivery.')),
    endpoint: t.relation('endpoint', {
      type: EndpointType,
      description: 'The endpoint that it goes to.',
    }),
    ...columns<WebhookDelivery>(t, {
      eventId: 'The header `webhook-id`: the same at every try.',
      createdAt: ['DateTime', 'When it was put in line.'],
      lastTriedAt: ['DateTime?', 'When it was last tried; null if it never was.'],
      deliveredAt: ['DateTime?', 'When it was answered with 2xx; null while it waits.'],
      answerStatus: ['Int?', 'The HTTP status of the last answer; null if there was none.'],
      answer: ['String?', 'The first kilobyte of the last answer.'],
      problem: ['String?', 'Why the last try had no answer.'],
    }),
    type: t.string({
      description: 'What happened, such as `listing.changed`.',
      select: { event: { select: { type: true } } },
      resolve: ({ event }) => event.type,
    }),
    body: t.string({
      description: 'The JSON that is sent.',
      select: { event: true },
      resolve: ({ event }, _args, { deps }) => bodyOf(event, deps),
    }),
    tries: t.exposeInt('attempts', {
      description: 'How often it was tried, since it was last sent again by hand.',
    }),
    nextTryAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When it is tried next; null once it is delivered. It may be later: the one before it about the same object comes first.',
      select: { dueAt: true },
      resolve: ({ deliveredAt, dueAt }) => (deliveredAt ? null : dueAt),
    }),
  }),
});

builder.prismaObjectField(OrganizationType, 'webhookEndpoints', (t) =>
  t.relation('webhookEndpoints', {
    type: EndpointType,
    authScopes: manage,
    complexity: { field: 1, multiplier: 10 },
    description: 'Its webhook endpoints, the first one first; at most 20.',
    query: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
  }),
);

const [DeliveryConnection, DeliveryEdge] = listTypes('WebhookDelivery', DeliveryType, {
  node: 'A delivery in a list.',
  page: 'A page of deliveries.',
});

builder.prismaObjectField(OrganizationType, 'webhookDeliveries', (t) =>
  t.connection(
    {
      type: DeliveryType,
      authScopes: manage,
      description:
        'What was sent to its endpoints in the last 30 days or waits to be sent, newest first. `first` defaults to 20.',
      complexity: newestFirstCost,
      args: argsOf({
        endpointId: ['ID?', idOf('webhookEndpoint', 'Only deliveries to this endpoint.')],
        isWaiting: ['Boolean?', 'True: only what is not delivered yet; false: only what is.'],
      }),
      resolve: async ({ id }, { endpointId, isWaiting, ...page }, context, info) => {
        const { select } = queryFromInfo({
          context,
          info,
          typeName: 'WebhookDelivery',
          path: ['edges', 'node'],
        });
        const found = await context.deps.database.prisma.webhookDelivery.findMany({
          select: { ...ofDelivery, ...select },
          ...deliveriesPage(id, { endpointId, isWaiting, token: context.token }, page),
          relationLoadStrategy: 'join',
        });
        return newestFirstConnection(page, found);
      },
    },
    DeliveryConnection,
    DeliveryEdge,
  ),
);

const choice = {
  address: 'Where to send events: https, and a public host.',
  topics:
    'What to be told of; at least one. A token needs the scope to read it: `listings:read`, `resorts:read`, also for reviews, `bookings:read`, or `sales:read`.',
};

const endpointNow = { endpoint: [EndpointType, 'The endpoint as it is now.'] } as const;

const withSecret = {
  ...endpointNow,
  secret: [
    'String',
    'The secret that signs what is sent to it: `whsec_` and a key in base64. It is shown this once.',
  ],
} as const;

const TestPayload = builder
  .objectRef<{ delivery: WebhookDelivery }>('SendTestEventPayload')
  .implement({
    description: 'The event is on its way.',
    fields: (t) => ({
      delivery: t.prismaField({
        type: DeliveryType,
        description: 'Its delivery; read it again to see the answer.',
        resolve: (query, { delivery: { id } }, _args, { deps }) =>
          deps.database.prisma.webhookDelivery.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  });

const ofEndpoint = argsOf({ endpointId: idOf('webhookEndpoint') });

command('rotateWebhookSecret', {
  type: payload('Both secrets sign for 24 hours.', withSecret),
  description:
    'Makes a new secret. For 24 hours each message has two signatures, of the new secret and of the one before. A secret that `previousSecretUntil` still kept ends at once.',
  authScopes: manage,
  args: ofEndpoint,
  resolve: async ({ endpointId }, context) =>
    rotateSecret(context.deps, await callerOf(context), endpointId),
});

command('deleteWebhookEndpoint', {
  type: payload('The endpoint is gone, and with it its deliveries.', {
    deletedId: globalIdOf('webhookEndpoint', 'Global id of the deleted endpoint.'),
  }),
  description: 'Deletes an endpoint. What waits for it is not sent.',
  authScopes: manage,
  args: ofEndpoint,
  resolve: async ({ endpointId }, context) => {
    await deleteEndpoint(context.deps, await callerOf(context), endpointId);
    return { deletedId: encodeGlobalId('WebhookEndpoint', endpointId) };
  },
});

command('sendTestEvent', {
  type: TestPayload,
  description: 'Sends an event of the type `webhook.test` to an endpoint, signed like all others.',
  authScopes: manage,
  args: ofEndpoint,
  resolve: async ({ endpointId }, context) => ({
    delivery: await sendTest(context.deps, await callerOf(context), endpointId),
  }),
});

command('createWebhookEndpoint', {
  type: payload('The endpoint gets what happens from now on.', withSecret),
  description:
    'Adds an endpoint to an organization of which you are an owner or developer. Other tokens and viewers can’t.',
  authScopes: manage,
  input: ['Where to send what.', 'An endpoint to add to an organization.'],
  fields: {
    organizationId: idOf('organization'),
    address: ['String', choice.address],
    topics: [[TopicEnum], choice.topics],
  },
  resolve: async ({ organizationId, ...input }, context) =>
    createEndpoint(context.deps, await callerOf(context), organizationId, input),
});

command('updateWebhookEndpoint', {
  type: payload('The endpoint was changed.', endpointNow),
  description: 'Changes, pauses or resumes an endpoint.',
  authScopes: manage,
  input: ['The endpoint, and where to send what from now on.', 'An endpoint as it should be.'],
  fields: {
    endpointId: idOf('webhookEndpoint'),
    version: ['Int', 'The version that you read.'],
    address: ['String', choice.address],
    topics: [[TopicEnum], choice.topics],
    isPaused: ['Boolean', 'True stops sending. False resumes it, with all that waits.'],
  },
  resolve: async ({ endpointId, ...input }, context) => ({
    endpoint: await updateEndpoint(context.deps, await callerOf(context), endpointId, input),
  }),
});

command('replayDeliveries', {
  type: payload('The deliveries are sent again, with the ids that they had.', {
    count: ['Int', 'How many deliveries are sent again.'],
  }),
  description: 'Sends deliveries of an endpoint again, with the ids that they had.',
  authScopes: manage,
  input: [
    'The endpoint, and what to send again.',
    'One delivery, or those that were made in a range of time; at most 1,000.',
  ],
  fields: {
    endpointId: idOf('webhookEndpoint'),
    deliveryId: ['ID?', idOf('webhookDelivery', 'Omitted for a range.')],
    from: ['DateTime?', 'The first instant of the range.'],
    to: ['DateTime?', 'The last instant of the range.'],
  },
  resolve: async ({ endpointId, ...input }, context) => ({
    count: await replay(context.deps, await callerOf(context), endpointId, input),
  }),
});
