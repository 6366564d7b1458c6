import { randomUUID } from 'node:crypto';
import { getNamedType, isInputObjectType, isObjectType, type GraphQLArgument } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '#api/generated/prisma/client.ts';
import type { IdNote } from '#api/graphql/ids/ids.ts';
import { schema } from '#api/schema.ts';
import { createUser, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { createEndpointRow, createOrganization, createTokenRow } from '../testing/partner.ts';

const actors = [
  'opener',
  'owner',
  'developer',
  'viewer',
  'stranger',
  'administrator',
  'visitor',
] as const;

type Actor = (typeof actors)[number];
type Answer = 'done' | 'ForbiddenError' | 'NotFoundError' | 'UNAUTHENTICATED';
type Rule = Record<Actor, Answer>;

/** What people get who are no members. */
const others = {
  stranger: 'NotFoundError',
  administrator: 'NotFoundError',
  visitor: 'UNAUTHENTICATED',
} as const;

const ofMembers: Rule = {
  opener: 'done',
  owner: 'done',
  developer: 'done',
  viewer: 'done',
  ...others,
};

const ofDevelopers: Rule = { ...ofMembers, viewer: 'ForbiddenError' };

const ofOwners: Rule = { ...ofDevelopers, developer: 'ForbiddenError' };

const ofAdministrators: Rule = {
  opener: 'ForbiddenError',
  owner: 'ForbiddenError',
  developer: 'ForbiddenError',
  viewer: 'ForbiddenError',
  stranger: 'ForbiddenError',
  administrator: 'done',
  visitor: 'UNAUTHENTICATED',
};

/** Ids of an organization and of what belongs to it. */
interface Scene {
  organizationId: string;
  version: number;
  memberId: string;
  tokenId: string;
  endpointId: string;
  deliveryId: string;
  /** The account that calls; the opener for visitors. */
  actorId: string;
}

const facts = { name: 'Harbour', website: 'https://harbour.example', purpose: 'Weeks' };

/** Every mutation that takes the id of something of an organization. */
const mutations: Record<string, { rule: Rule; variables(scene: Scene): object }> = {
  updateOrganization: {
    rule: ofOwners,
    variables: ({ organizationId, version }) => ({ input: { ...facts, organizationId, version } }),
  },
  decideOrganization: {
    rule: ofAdministrators,
    variables: ({ organizationId, version }) => ({
      input: { organizationId, version, status: 'SUSPENDED' },
    }),
  },
  decideOrganizationName: {
    rule: ofAdministrators,
    variables: ({ organizationId, version }) => ({
      input: { organizationId, version, isApproved: true },
    }),
  },
  closeOrganization: { rule: ofOwners, variables: ({ organizationId: id }) => ({ id }) },
  inviteMember: {
    rule: ofOwners,
    variables: ({ organizationId }) => ({
      input: { organizationId, email: 'new@example.com', role: 'OWNER' },
    }),
  },
  withdrawInvitation: {
    rule: ofOwners,
    variables: ({ organizationId }) => ({
      input: { organizationId, email: 'invited@example.com' },
    }),
  },
  setMemberRole: {
    rule: ofOwners,
    variables: ({ organizationId, memberId: userId }) => ({
      input: { organizationId, userId, role: 'OWNER' },
    }),
  },
  removeMember: {
    rule: ofOwners,
    variables: ({ organizationId, memberId: userId }) => ({ input: { organizationId, userId } }),
  },
  'removeMember, of oneself': {
    rule: { ...ofMembers, opener: 'ForbiddenError' },
    variables: ({ organizationId, actorId: userId }) => ({ input: { organizationId, userId } }),
  },
  createApiToken: {
    rule: ofDevelopers,
    variables: ({ organizationId }) => ({
      input: { organizationId, name: 'Sync', mode: 'LIVE', scopes: ['LISTINGS_READ'] },
    }),
  },
  revokeApiToken: { rule: ofDevelopers, variables: ({ tokenId: id }) => ({ id }) },
  resetSandbox: {
    rule: ofDevelopers,
    variables: ({ organizationId }) => ({ organizationId, name: 'Harbour Weeks' }),
  },
  createWebhookEndpoint: {
    rule: ofDevelopers,
    variables: ({ organizationId }) => ({
      input: { organizationId, address: 'http://127.0.0.1:9/hooks', topics: ['BOOKING'] },
    }),
  },
  updateWebhookEndpoint: {
    rule: ofDevelopers,
    variables: ({ endpointId }) => ({
      input: {
        endpointId,
        version: 1,
        address: 'http://127.0.0.1:9/hooks',
        topics: ['BOOKING'],
        isPaused: true,
      },
    }),
  },
  rotateWebhookSecret: { rule: ofDevelopers, variables: ({ endpointId }) => ({ endpointId }) },
  deleteWebhookEndpoint: { rule: ofDevelopers, variables: ({ endpointId }) => ({ endpointId }) },
  sendTestEvent: { rule: ofDevelopers, variables: ({ endpointId }) => ({ endpointId }) },
  replayDeliveries: {
    rule: ofDevelopers,
    variables: ({ endpointId, deliveryId }) => ({ input: { endpointId, deliveryId } }),
  },
};

let server: TestServer;
let people: Record<Actor, { user: User; cookie: string } | undefined>;
let member: User;

beforeAll(async () => {
  server = await startTestServer();
  const person = () => signedInUser(server);
  people = {
    opener: await person(),
    owner: await person(),
    developer: await person(),
    viewer: await person(),
    stranger: await person(),
    administrator: await signedInUser(server, { role: 'admin' }),
    visitor: undefined,
  };
  // Owning another organization gives no right in this one.
  await createOrganization(server, {
    account: people.stranger?.user ?? (await createUser(server)),
  });
  member = await createUser(server);
});

afterAll(() => server.close());

/** An organization with everything that can belong to it. */
async function makeScene(actor: Actor): Promise<Scene> {
  const opener = people.opener?.user;
  if (!opener) throw new Error('nobody opens an organization');
  await server.prisma.organization.deleteMany({ where: { accountId: opener.id } });
  const organization = await createOrganization(server, {
    account: opener,
    wantedName: 'Seaside',
    nameWantedAt: new Date(),
  });
  const organizationId = organization.id;
  const members = (['owner', 'developer', 'viewer'] as const).flatMap((role) => {
    const userId = people[role]?.user.id;
    return userId === undefined ? [] : [{ organizationId, userId, role }];
  });
  await server.prisma.organizationMember.createMany({
    data: [...members, { organizationId, userId: member.id, role: 'viewer' }],
  });
  await server.prisma.organizationInvitation.create({
    data: {
      organizationId,
      id: randomUUID(),
      email: 'invited@example.com',
      role: 'viewer',
      expiresAt: new Date(Date.now() + 86_400_000),
    },
  });
  const { token } = await createTokenRow(server, organization);
  const endpoint = await createEndpointRow(server, organization);
  const event = await server.prisma.apiEvent.create({
    data: {
      id: randomUUID(),
      type: 'webhook.test',
      objectType: 'WebhookEndpoint',
      objectId: endpoint.id,
      data: {},
    },
  });
  const delivery = await server.prisma.webhookDelivery.create({
    data: {
      endpointId: endpoint.id,
      eventId: event.id,
      objectId: endpoint.id,
      dueAt: new Date(0),
    },
  });
  return {
    organizationId,
    version: organization.version,
    memberId: member.id,
    tokenId: token.id,
    endpointId: endpoint.id,
    deliveryId: delivery.id,
    actorId: (people[actor]?.user ?? opener).id,
  };
}

const rowsOf = (id: string) =>
  server.prisma.organization.findUnique({
    where: { id },
    include: {
      members: { orderBy: { userId: 'asc' } },
      invitations: true,
      tokens: { orderBy: { id: 'asc' } },
      webhookEndpoints: { orderBy: { id: 'asc' }, include: { deliveries: true } },
    },
  });

const fieldOf = (name: string) => {
  const type = schema.getMutationType();
  const field = type?.getFields()[name.split(',', 1)[0] ?? ''];
  if (!field) throw new Error(`There is no mutation ${name}`);
  return field;
};

function documentOf(name: string): string {
  const { name: field, args } = fieldOf(name);
  const variables = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const values = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  return `mutation (${variables}) { result: ${field}(${values}) { __typename ... on Error { message } } }`;
}

interface Result {
  result: { __typename: string; message?: string } | null;
}

const ask = (name: string, variables: object, actor: Actor) =>
  server.graphqlText<Result>(documentOf(name), { ...variables }, { cookie: people[actor]?.cookie });

describe.each(Object.entries(mutations))('%s', (name, { rule, variables }) => {
  it.each(actors)('by a member or person that is: %s', async (actor) => {
    const scene = await makeScene(actor);
    const before = await rowsOf(scene.organizationId);
    const { data, errors } = await ask(name, variables(scene), actor);
    const after = await rowsOf(scene.organizationId);
    const answer = errors[0]?.extensions?.code ?? data?.result?.__typename;
    if (rule[actor] === 'done') {
      expect(answer).toMatch(/Payload$/);
      // The data of a sandbox is in a database of its own.
      if (name !== 'resetSandbox') expect(after).not.toEqual(before);
      return;
    }
    expect(answer).toBe(rule[actor]);
    expect(after).toEqual(before);
    if (answer === 'NotFoundError') {
      // Somebody else's organization answers like one that never was.
      const nowhere: Scene = {
        ...scene,
        organizationId: randomUUID(),
        tokenId: randomUUID(),
        endpointId: randomUUID(),
        deliveryId: randomUUID(),
      };
      expect((await ask(name, variables(nowhere), actor)).data).toEqual(data);
    }
  });
});

it('the table has every mutation that takes the id of something of an organization', () => {
  const kinds = ['organization', 'apiToken', 'webhookEndpoint', 'webhookDelivery'];
  const namesOne = ({ extensions }: Pick<GraphQLArgument, 'extensions'>): boolean =>
    ((extensions['id'] as IdNote | undefined)?.rows ?? []).some((row) => kinds.includes(row));
  const mutationType = schema.getMutationType();
  const found = Object.values(mutationType?.getFields() ?? {}).filter(({ args }) =>
    args.some((arg) => {
      const type = getNamedType(arg.type);
      return (
        namesOne(arg) || (isInputObjectType(type) && Object.values(type.getFields()).some(namesOne))
      );
    }),
  );
  const named = new Set(Object.keys(mutations).map((name) => fieldOf(name).name));
  expect(isObjectType(mutationType)).toBe(true);
  expect(found.map(({ name }) => name).toSorted()).toEqual([...named].toSorted());
});

describe('an organization and what belongs to it', () => {
  const document = `query ($id: ID!) {
    organization(id: $id) { name members { name } invitations { email } tokens { name } } }`;

  it.each(actors)('read by a member or person that is: %s', async (actor) => {
    const { organizationId } = await makeScene(actor);
    const read = (id: string) =>
      server.graphqlText(document, { id }, { cookie: people[actor]?.cookie });
    const answer = await read(organizationId);
    if (['stranger', 'visitor'].includes(actor)) {
      const nothing = await read(randomUUID());
      expect([answer.data, nothing.data]).toEqual([{ organization: null }, { organization: null }]);
      const codesIn = ({ errors }: typeof answer) =>
        errors.map(({ extensions }) => extensions?.code);
      expect(codesIn(answer)).toEqual(codesIn(nothing));
      return;
    }
    expect(answer.errors).toEqual([]);
    expect(answer.data).toMatchObject({
      organization: {
        name: 'Harbour Weeks',
        invitations: [{ email: 'invited@example.com' }],
        tokens: [{ name: 'Channel manager' }],
      },
    });
  });
});
