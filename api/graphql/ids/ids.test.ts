import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import {
  GraphQLID,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidInputError } from '#api/platform/errors.ts';
import { schema } from '#api/schema.ts';
import { inDepth } from '#api/testing/depth.ts';
import {
  createBooking,
  createInquiry,
  createListing,
  createResort,
  createReview,
  createSavedSearch,
  globalId,
  signedInUser,
} from '#api/testing/factories.ts';
import { createOrganization } from '#api/modules/partners/testing/partner.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { encodeGlobalId, parseGlobalId } from './globalIds.ts';
import { listIds } from './idList.ts';
import { plainId, rows, type RowName } from './ids.ts';

/** Inputs that take the global id of an object of any type. */
const ofAnyObject = ['Query.node(id:)', 'Query.nodes(ids:)'];

const listed = listIds(schema);
const nodeTypes = schema.getPossibleTypes(interfaceNamed('Node')).map(({ name }) => name);

let server: TestServer;
let admin: { cookie: string; user: { id: string } };
/** Where fields of objects other than the viewer are asked. */
let parents: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  admin = await signedInUser(server, { role: 'admin' });
  const resort = await createResort(server);
  const organization = await createOrganization(server);
  parents = {
    Resort: `resort(id: "${resort.id}")`,
    Organization: `organization(id: "${organization.id}")`,
  };
});

afterAll(() => server.close());

describe('the schema', () => {
  it('declares which ids every argument, input field and output field of the type ID holds', () => {
    expect(listed.filter(({ holds }) => holds === undefined)).toEqual([]);
  });

  it('takes global and plain ids in every argument and input field', () => {
    const others = listed.filter(
      ({ kind, holds = '' }) => kind !== 'output field' && !holds.startsWith('global or plain id'),
    );
    expect(others.map(({ place }) => place)).toEqual(ofAnyObject);
  });

  it('has a global id for every Node type, and for no other type', () => {
    const typesOfRows: string[] = Object.values(rows).flatMap(({ types }) => [...types]);
    expect(typesOfRows.sort()).toEqual([...nodeTypes].sort());
    const typesWithId = Object.values(schema.getTypeMap()).filter(
      (type) => isObjectType(type) && type.getFields()['id']?.type.toString().startsWith('ID'),
    );
    expect(typesWithId.map(({ name }) => name).sort()).toEqual([...nodeTypes].sort());
  });

  it('mentions databaseId only for rows that have it', () => {
    for (const { types, hasDatabaseId } of Object.values(rows)) {
      const having = types.some((name) => {
        const type = schema.getType(name);
        return isObjectType(type) && 'databaseId' in type.getFields();
      });
      expect({ types, hasDatabaseId: having }).toEqual({ types, hasDatabaseId });
    }
  });

  it('can report a wrong id in the result of every mutation', () => {
    const silent = callsWithIds()
      .map(({ field }) => getNamedType(field.type))
      .filter((type) => isUnionType(type))
      .filter((type) => !type.getTypes().some(({ name }) => name === 'InvalidInputError'));
    expect(silent).toEqual([]);
  });

  it('reads no ids in functions that run before they are plain', () => {
    for (const { place, field } of callsWithIds()) {
      const options = field.extensions['pothosOptions'] as Record<string, unknown>;
      for (const option of ['select', 'query', 'authScopes']) {
        expect(typeof options[option], `${place} ${option}`).not.toBe('function');
      }
    }
  });
});

describe.each(callsWithIds().filter(({ parent }) => parent !== 'Subscription'))(
  '$place',
  ({ parent, field, path, row }) => {
    const send = (id: string) => call(parent, field, path, id);
    const unknown = randomUUID();

    it('answers alike to the plain id and the global ids of a row', async () => {
      const plain = await send(unknown);
      for (const typename of rows[row].types) {
        expect(await send(globalId(typename, unknown))).toEqual(plain);
      }
    });

    it('refuses the global id of another kind of row', async () => {
      const message = `This is the id of a setting, not of ${rows[row].one}`;
      const fieldErrors = [{ field: path.at(-1), message }];
      const hasUnion = isUnionType(getNamedType(field.type));
      expect(await send(globalId('SiteSetting', unknown))).toMatchObject(
        hasUnion
          ? { codes: [], data: { __typename: 'InvalidInputError', message, fieldErrors } }
          : { codes: ['BAD_USER_INPUT'], fieldErrors },
      );
    });
  },
);

describe('an id of an existing row', () => {
  it('is accepted as plain and global id in a query', async () => {
    const resort = await createResort(server);
    const listing = await createListing(server, { resortId: resort.id, ownerId: admin.user.id });
    const read = async (id: string) =>
      (
        await server.graphqlText<{ managedListing: unknown }>(
          'query ($id: ID!) { managedListing(databaseId: $id) { databaseId } }',
          { id },
          admin,
        )
      ).data?.managedListing;
    const found = { databaseId: listing.id };
    expect(await read(listing.id)).toEqual(found);
    expect(await read(globalId('Listing', listing.id))).toEqual(found);
    expect(await read(globalId('OwnListing', listing.id))).toEqual(found);
    expect(await read(globalId('Listing', randomUUID()))).toBeNull();
    expect(await read('nonsense')).toBeNull();
  });

  it('is accepted as short name, plain and global id of a resort', async () => {
    const resort = await createResort(server);
    for (const id of [resort.slug, resort.id, globalId('Resort', resort.id)]) {
      const answer = await server.graphqlText(
        'query ($id: ID!) { resort(id: $id) { databaseId } }',
        {
          id,
        },
      );
      expect(answer.data).toEqual({ resort: { databaseId: resort.id } });
    }
  });

  it('is accepted as plain and global id in a mutation, which returns the same ids', async () => {
    const resort = await createResort(server);
    for (const id of [resort.id, globalId('Resort', resort.id)]) {
      const answer = await server.graphqlText(
        'mutation ($id: ID!) { addFavorite(resortId: $id) { ... on AddFavoritePayload { resortId } } }',
        { id },
        admin,
      );
      expect(answer.data).toEqual({ addFavorite: { resortId: resort.id } });
    }
    for (const form of ['plain', 'global'] as const) {
      const search = await createSavedSearch(server, { userId: admin.user.id, query: form });
      const global = globalId('SavedSearch', search.id);
      const answer = await server.graphqlText(
        'mutation ($id: ID!) { deleteSavedSearch(id: $id) { ... on DeleteSavedSearchPayload { deletedId } } }',
        { id: form === 'plain' ? search.id : global },
        admin,
      );
      expect(answer.data).toEqual({ deleteSavedSearch: { deletedId: global } });
    }
  });

  it('is accepted as any of its global ids in an input', async () => {
    const resort = await createResort(server);
    const reporter = await signedInUser(server);
    for (const typename of [undefined, 'Review', 'ReportedReview']) {
      const review = await createReview(server, { resortId: resort.id });
      await server.prisma.reviewReport.create({
        data: { reviewId: review.id, reporterId: reporter.user.id, reason: 'SPAM' },
      });
      const answer = await server.graphqlText(
        `mutation ($input: DismissReviewReportsInput!) {
          dismissReviewReports(input: $input) { ... on DismissReviewReportsPayload { reviewId } }
        }`,
        {
          input: {
            reviewId: typename ? globalId(typename, review.id) : review.id,
            openReports: 1,
          },
        },
        admin,
      );
      expect(answer.data).toEqual({
        dismissReviewReports: { reviewId: globalId('Review', review.id) },
      });
    }
  });

  it('is accepted as plain and global id in the items of a list', async () => {
    const resort = await createResort(server);
    const listings = await Promise.all(
      [1, 2].map(() => createListing(server, { resortId: resort.id, ownerId: admin.user.id })),
    );
    const [first = '', second = ''] = listings.map(({ id }) => id);
    const create = (name: string, ids: string[]) =>
      server.graphqlText<{ createInventoryProvider: unknown }>(
        `mutation ($input: CreateInventoryProviderInput!) {
          createInventoryProvider(input: $input) {
            ... on CreateInventoryProviderPayload { provider { calendars { listingId } } }
            ... on InvalidInputError { fieldErrors { field message } }
          }
        }`,
        {
          input: {
            name,
            kind: 'ICALENDAR',
            calendars: ids.map((listingId) => ({
              listingId,
              address: `https://weeks.example/${listingId}.ics`,
            })),
          },
        },
        admin,
      );
    const made = await create('Harbour', [first, globalId('OwnListing', second)]);
    expect(made.data).toMatchObject({
      createInventoryProvider: {
        provider: {
          calendars: expect.arrayContaining([{ listingId: first }, { listingId: second }]),
        },
      },
    });
    const refused = await create('Bay', [first, globalId('Resort', second)]);
    expect(refused.data).toEqual({
      createInventoryProvider: {
        fieldErrors: [
          { field: 'listingId', message: 'This is the id of a resort, not of a listing' },
        ],
      },
    });
  });

  it('is accepted as plain and global id of a subscription', async () => {
    const run = await server.prisma.inventorySync.create({
      data: { provider: 'Elsewhere', status: 'completed', finishedAt: new Date() },
    });
    const watch = (id: string) =>
      server.send('/graphql', {
        method: 'POST',
        body: JSON.stringify({
          query: 'subscription ($id: ID!) { inventoryRun(databaseId: $id) { databaseId } }',
          variables: { id },
        }),
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        cookie: admin.cookie,
      });
    const seen = JSON.stringify({ data: { inventoryRun: { databaseId: run.id } } });
    expect((await watch(run.id)).text).toContain(seen);
    expect((await watch(globalId('InventoryRun', run.id))).text).toContain(seen);
    const refused = (await watch(globalId('Resort', run.id))).text;
    expect(refused).toContain('This is the id of a resort, not of a preview or sync');
  });
});

describe('a wrong id', () => {
  it('is not examined for callers who may not call the field', async () => {
    const id = globalId('Resort', randomUUID());
    const answer = await server.graphqlText(
      'query ($id: ID!) { managedListing(databaseId: $id) { databaseId } }',
      { id },
    );
    expect(answer.errors.map(({ extensions }) => extensions?.code)).toEqual(['UNAUTHENTICATED']);
  });

  it('of any form gives an expected error or an empty answer in every input', async () => {
    const calls = callsWithIds().filter(({ parent }) => parent !== 'Subscription');
    const uuid = fc.uuid();
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.base64String(),
      fc.tuple(fc.string(), uuid).map(([name, id]) => encodeGlobalId(name, id)),
      fc.constantFrom(...nodeTypes).map((name) => encodeGlobalId(name, 'nonsense')),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), text, async ({ parent, field, path }, id) => {
        const { codes } = await call(parent, field, path, id);
        expect(['BAD_USER_INPUT', 'NOT_FOUND', undefined]).toContain(codes[0]);
      }),
      { numRuns: inDepth(60, 5_000) },
    );
  });
});

describe('an object with a global id', () => {
  it('is loaded by it', async () => {
    const resort = await createResort(server);
    const review = await createReview(server, { resortId: resort.id });
    const booking = await createBooking(server, { resortId: resort.id, userId: admin.user.id });
    const inquiry = await createInquiry(server, { userId: admin.user.id });
    const event = await server.prisma.inquiryEvent.create({
      data: { inquiryId: inquiry.id, kind: 'note', text: 'Called back' },
    });
    await server.prisma.listingDraft.create({ data: { ownerId: admin.user.id } });
    const ids = [
      globalId('Booking', booking.id),
      globalId('InquiryCase', inquiry.id),
      globalId('InquiryEvent', event.id),
      globalId('ReportedReview', review.id),
      globalId('ListingDraft', admin.user.id),
    ];
    const answer = await server.graphqlText<{ nodes: { id: string }[] }>(
      `query ($ids: [ID!]!) {
        nodes(ids: $ids) {
          id
          ... on Booking { databaseId }
          ... on InquiryCase { databaseId history { id text } }
          ... on InquiryEvent { text }
          ... on ReportedReview { reviewId }
          ... on ListingDraft { version }
        }
      }`,
      { ids },
      admin,
    );
    expect(answer.errors).toEqual([]);
    expect(answer.data?.nodes).toEqual([
      { id: ids[0], databaseId: booking.id },
      { id: ids[1], databaseId: inquiry.id, history: [{ id: ids[2], text: 'Called back' }] },
      { id: ids[2], text: 'Called back' },
      { id: ids[3], reviewId: globalId('Review', review.id) },
      { id: ids[4], version: 1 },
    ]);
  });
});

describe('a global id', () => {
  const rowNames = Object.keys(rows) as RowName[];
  const typeOf = fc
    .constantFrom(...rowNames)
    .chain((row) => fc.constantFrom(...rows[row].types).map((typename) => ({ row, typename })));

  it('is decoded to what was encoded', () => {
    fc.assert(
      fc.property(typeOf, fc.uuid(), ({ row, typename }, id) => {
        expect(parseGlobalId(encodeGlobalId(typename, id))).toEqual({ typename, id });
        expect(plainId(row, encodeGlobalId(typename, id), 'id')).toBe(id);
        expect(plainId(row, id, 'id')).toBe(id);
        expect(plainId(row, id.toUpperCase(), 'id')).toBe(id);
      }),
    );
  });

  it('of any text is a text or an InvalidInputError that names the field', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.base64String());
    fc.assert(
      fc.property(fc.constantFrom(...rowNames), text, (row, given) => {
        try {
          expect(plainId(row, given, 'rowId')).toBe(given);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidInputError);
          expect((error as InvalidInputError).fieldErrors[0]?.field).toBe('rowId');
        }
      }),
    );
  });
});

interface IdCall {
  parent: string;
  field: GraphQLField<unknown, unknown>;
  /** Names of the argument and of the input fields below it. */
  path: string[];
  /** For example `Mutation.createListing(input.details.resortId:)`. */
  place: string;
  row: RowName;
}

/** Every way to an id in the arguments of a field, without those of any object. */
function callsWithIds(): IdCall[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type))
    .flatMap((type) =>
      Object.values(type.getFields()).flatMap((field) =>
        field.args
          .filter(({ name }) => !ofAnyObject.includes(`${type.name}.${field.name}(${name}:)`))
          .flatMap((arg) => pathsToIds(arg))
          .map(({ path, row }) => ({
            parent: type.name,
            field,
            path,
            place: `${type.name}.${field.name}(${path.join('.')}:)`,
            row,
          })),
      ),
    );
}

function pathsToIds(
  input: GraphQLArgument | GraphQLInputField,
): { path: string[]; row: RowName }[] {
  const type = getNamedType(input.type);
  if (type === GraphQLID) {
    const note = input.extensions['id'] as { rows: RowName[] } | undefined;
    return [{ path: [input.name], row: note?.rows[0] ?? 'resort' }];
  }
  return isInputObjectType(type)
    ? Object.values(type.getFields())
        .flatMap(pathsToIds)
        .map(({ path, row }) => ({ path: [input.name, ...path], row }))
    : [];
}

interface Outcome {
  codes: (string | undefined)[];
  fieldErrors: unknown;
  data: unknown;
}

/** Calls a field with an id at a path, and with an example at every other required place. */
async function call(
  parent: string,
  field: GraphQLField<unknown, unknown>,
  path: string[],
  id: string,
): Promise<Outcome> {
  const args = field.args.filter(({ name, type }) => isNonNullType(type) || name === path[0]);
  const variables = Object.fromEntries(
    args.map(({ name, type }) => [
      name,
      example(type, name === path[0] ? path.slice(1) : null, id),
    ]),
  );
  const declared = args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const isUnion = isUnionType(getNamedType(field.type));
  const selected = isUnion
    ? '{ __typename ... on Error { message } ... on InvalidInputError { fieldErrors { field message } } }'
    : '{ __typename }';
  const selection = `result: ${field.name}(${passed}) ${selected}`;
  const object = parent === 'User' ? 'viewer' : parents[parent] && `parent: ${parents[parent]}`;
  const document =
    parent === 'Mutation'
      ? `mutation (${declared}) { ${selection} }`
      : `query (${declared}) { ${object ? `${object} { ${selection} }` : selection} }`;
  const answer = args.some(({ name }) => name === 'file')
    ? await server.graphqlFile<Record<string, unknown>>(
        document,
        new File(['text'], 'a.jpg'),
        admin,
        variables,
      )
    : await server.graphqlText<Record<string, unknown>>(document, variables, admin);
  const data = (answer.data?.['viewer'] ?? answer.data?.['parent'] ?? answer.data) as
    | { result?: { fieldErrors?: unknown } | null }
    | undefined;
  return {
    codes: answer.errors.map(({ extensions }) => extensions?.code),
    fieldErrors: answer.errors[0]?.extensions?.fieldErrors ?? data?.result?.fieldErrors,
    data: data?.result,
  };
}

/** @param path from here to the place of the id; null if it is elsewhere */
function example(type: GraphQLInputType, path: string[] | null, id: string): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    return [example(nullable.ofType, path, id)];
  }
  if (isInputObjectType(nullable)) {
    return Object.fromEntries(
      Object.values(nullable.getFields())
        .filter(({ name, type: inner }) => isNonNullType(inner) || name === path?.[0])
        .map(({ name, type: inner }) => [
          name,
          example(inner, name === path?.[0] ? path.slice(1) : null, id),
        ]),
    );
  }
  if (isEnumType(nullable)) {
    return nullable.getValues()[0]?.name;
  }
  const examples: Record<string, unknown> = {
    Int: 1,
    Float: 1,
    Boolean: true,
    ID: anyId,
    Date: '2099-02-13',
  };
  return nullable.name === 'ID' && path ? id : (examples[nullable.name] ?? 'text');
}

const anyId = randomUUID();

function interfaceNamed(name: string) {
  const type = schema.getType(name);
  if (!isInterfaceType(type)) {
    throw new Error(`There is no interface ${name}`);
  }
  return type;
}
