import { randomUUID } from 'node:crypto';
import {
  getNamedType,
  getNullableType,
  isUnionType,
  isLeafType,
  type GraphQLObjectType,
  GraphQLString,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { restRoutes } from './modules/areas.ts';
import { schema } from './schema.ts';
import { signedInUser } from './testing/factories.ts';
import { rowCosts } from './graphql/limits/rootCosts.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';

/** Turns the direction of what follows, so that "gro.knab" reads as "bank.org". */
const turned = 'gro.knab\u202e and more';

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ cookie } = await signedInUser(server, { role: 'admin' }));
});

afterAll(() => server.close());

interface Place {
  field: GraphQLField<unknown, unknown>;
  /** Name of an argument, and of fields of its input objects. */
  path: string[];
}

/** The places of a root type's fields where a text is given. */
const placesOf = (root: GraphQLObjectType | null | undefined): Place[] =>
  Object.values(root?.getFields() ?? {})
    .filter(({ args }) => !args.some(({ type }) => getNamedType(type).name === 'Upload'))
    .flatMap((field) =>
      field.args.flatMap(({ name, type }) =>
        pathsIn(type).map((path) => ({ field, path: [name, ...path] })),
      ),
    );

function pathsIn(type: GraphQLInputType): string[][] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) {
    return named === GraphQLString ? [[]] : [];
  }
  return Object.values(named.getFields()).flatMap((field) =>
    pathsIn(field.type).map((path) => [field.name, ...path]),
  );
}

/** A value of an input type: the text where the path leads, and what is required besides. */
function valueOf(given: GraphQLInputType, path: string[] | undefined, text: string): unknown {
  const type = getNullableType(given);
  if (isListType(type)) {
    return [valueOf(type.ofType, path, text)];
  }
  if (isInputObjectType(type)) {
    const [wanted, ...rest] = path ?? [];
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter(({ name, type: each }) => name === wanted || isNonNullType(each))
        .map(({ name, type: each }) => [
          name,
          valueOf(each, name === wanted ? rest : undefined, text),
        ]),
    );
  }
  if (isEnumType(type)) {
    return type.getValues()[0]?.name;
  }
  return path ? text : examples[type.name];
}

const examples: Readonly<Record<string, unknown>> = {
  Boolean: true,
  Date: '2027-02-13',
  DateTime: '2027-02-13T16:00:00Z',
  Float: 1,
  ID: randomUUID(),
  Int: 1,
  SafeInt: 1,
  String: 'palm',
};

/** Sends a text to a place; returns the messages about fields, and the codes of errors. */
async function send(root: 'query' | 'mutation', { field, path }: Place, text: string) {
  const [argument, ...rest] = path;
  const args = field.args.filter(({ name, type }) => name === argument || isNonNullType(type));
  const variables = Object.fromEntries(
    args.map(({ name, type }) => [name, valueOf(type, name === argument ? rest : undefined, text)]),
  );
  const type = getNamedType(field.type);
  const errors = `... on InvalidInputError { fieldErrors { field message } }
    ${field.name in rowCosts ? `... on ${capital(field.name)}Payload { results { fieldErrors { field message } } }` : ''}`;
  const selection = isUnionType(type)
    ? `{ __typename ${errors} }`
    : isLeafType(type)
      ? ''
      : '{ __typename }';
  const answer = await server.graphqlText<Record<string, Refused & { results?: Refused[] }>>(
    `${root} (${args.map(({ name, type: each }) => `$${name}: ${String(each)}`).join(', ')}) {
       ${field.name}(${args.map(({ name }) => `${name}: $${name}`).join(', ')}) ${selection} }`,
    variables,
    { cookie },
  );
  const result = answer.data?.[field.name];
  return {
    messages: [
      ...[result, ...(result?.results ?? [])].flatMap((each) => each?.fieldErrors ?? []),
      ...answer.errors.flatMap(({ extensions }) => extensions?.fieldErrors ?? []),
    ].map(({ message }) => message),
    codes: answer.errors.map(({ extensions }) => extensions?.code),
    type: result,
  };
}

interface Refused {
  fieldErrors?: { message: string }[];
}

const capital = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/** Texts that are only compared with what is stored, and a search, which loses what is invisible. */
const compared = [
  'createTestBooking input.card',
  'moveTestBooking input.card',
  'resetSandbox name',
  'saveSearch input.query',
  'unsubscribe token',
  'withdrawInvitation input.email',
];

const named = (root: GraphQLObjectType | null | undefined): [string, Place][] =>
  placesOf(root).map((place) => [`${place.field.name} ${place.path.join('.')}`, place]);

it.each(
  // Nobody but its owner reads a password.
  named(schema.getMutationType()).filter(([name]) => !/password$/i.test(name)),
)('%s refuses a character that turns text', async (name, place) => {
  const { messages, codes } = await send('mutation', place, turned);
  const refusal = expect.stringContaining('has a character that is not allowed') as string;
  expect(messages).toEqual(compared.includes(name) ? expect.anything() : [refusal]);
  expect(codes).toEqual([]);
});

it.each(named(schema.getQueryType()))('%s takes any characters', async (_, place) => {
  for (const text of [turned, 'a\0b', '\ud800']) {
    expect((await send('query', place, text)).codes).not.toContain('INTERNAL_SERVER_ERROR');
  }
});

/** Routes that take a file, something signed, a text that is only compared, or nothing; or that need a link first. */
const withoutTexts = [
  'POST /api/admin/resorts/imports',
  'POST /api/admin/resorts/imports/:id',
  'POST /api/admin/resorts/pictures',
  'POST /api/admin/smtp/test',
  'POST /api/escrow/webhook',
  'POST /api/partner-sale/s3/multipart/:uploadId/complete',
  'POST /api/payments/webhook',
  'POST /api/unsubscribe',
  'POST /api/users/logout',
  'PUT /s3/objects/quarantine/:ownerId/:id',
];

const inputNames = Object.values(schema.getTypeMap())
  .filter(isInputObjectType)
  .flatMap((type) => Object.keys(type.getFields()))
  // The key of a setting is in the address, and another one in the body is refused first.
  .filter((name) => name !== 'key');

it.each(
  restRoutes
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => /^(POST|PUT|PATCH) /.test(name) && !withoutTexts.includes(name)),
)('%s refuses a character that turns text', async (name) => {
  const [method = '', path = ''] = name.split(' ');
  const address = path.replaceAll(/:\w+/g, randomUUID());
  const body = Object.fromEntries(inputNames.map((field) => [field, turned]));
  const answer = await server.rest(method, address, body, { cookie });
  expect([answer.status, answer.text]).toEqual([
    400,
    expect.stringContaining('has a character that is not allowed'),
  ]);
});

it('no row holds such a character', async () => {
  const { rows } = await server.pool.query<{ table: string }>(
    `SELECT table_name AS table FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  for (const { table } of rows) {
    const { rows: found } = await server.pool.query(
      `SELECT FROM "${table}" AS row WHERE to_jsonb(row)::text ~ '[\u202e]'`,
    );
    expect([table, found.length]).toEqual([table, 0]);
  }
});
