import { readFileSync } from 'node:fs';
import {
  buildSchema,
  findBreakingChanges,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { printedSchema } from './printSchema.ts';
import { schema } from './schema.ts';
import { withoutEnded, wrongDeprecations } from './testing/deprecations.ts';

describe('the schema', () => {
  it('is the one in schema.graphql (npm run generate:schema)', () => {
    expect(readFileSync('schema.graphql', 'utf8')).toBe(printedSchema());
  });

  it('describes every type, field, argument, enum value and input field', () => {
    expect(undescribed(schema)).toEqual([]);
  });

  it('has a nullable type at every query that may be refused, so that the rest of an answer stays', () => {
    const refusable = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
      ({ extensions }) => {
        const { authScopes } = extensions['pothosOptions'] as { authScopes?: { public?: true } };
        return !authScopes?.public;
      },
    );
    expect(refusable.length).toBeGreaterThan(0);
    const strict = refusable.filter(({ type }) => isNonNullType(type));
    expect(strict.map(({ name }) => name)).toEqual([]);
  });

  it('reports descriptions that are missing or meaningless', () => {
    const poor = buildSchema(`
      "Everything that can be read."
      type Query {
        "A resort by the id of it."
        resort("Too short." id: ID!): Int
        week: Week
      }
      "A range of nights, by name."
      enum Week { FIRST }
    `);
    expect(undescribed(poor)).toEqual(['Query.resort(id:)', 'Query.week', 'Week.FIRST']);
  });

  it('has the mutations with an idempotency key that docs/partners.md names', () => {
    const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
    const keyed = fields.filter(({ args }) =>
      args.some(({ type }) => {
        const input = getNamedType(type);
        return isInputObjectType(input) && 'idempotencyKey' in input.getFields();
      }),
    );
    const [, told = ''] =
      /These mutations take an `idempotencyKey`:(.*?)\./s.exec(
        readFileSync('docs/partners.md', 'utf8'),
      ) ?? [];
    expect([...told.matchAll(/`(\w+)`/g)].map(([, name]) => name).toSorted()).toEqual(
      keyed.map(({ name }) => name).toSorted(),
    );
  });

  it('keeps everything in schema.published.graphql (npm run publish:schema accepts a break)', () => {
    expect(breakingChanges(published(), schema)).toEqual([]);
  });

  it('reports breaking changes', () => {
    const after = buildSchema('type Query { b(c: Int!): Int }');
    expect(breakingChanges('type Query { a: Int, b(c: Int): Int }', after)).toEqual([
      'Query.a was removed.',
      'Query.b arg c has changed type from Int to Int!.',
    ]);
  });

  it('may lose what was announced to end, from the day after its last', () => {
    const before = `type Query {
      a: Int @deprecated(reason: "Use b, until 2027-06-01.")
      b(c: Int @deprecated(reason: "Never used; until 2027-06-01")): Week
      d: Int
    }
    enum Week { FIRST LAST @deprecated(reason: "There is one, until 2027-06-01") }`;
    const after = buildSchema('type Query { b: Week, d: Int } enum Week { FIRST }');
    expect(breakingChanges(before, after, '2027-06-01')).toHaveLength(3);
    expect(breakingChanges(before, after, '2027-06-02')).toEqual([]);
  });

  it('names the last day of everything deprecated, half a year ahead', () => {
    expect(wrongDeprecations(printedSchema(), published(), new Date())).toEqual([]);
  });

  it('reports what is deprecated without a last day, or too late', () => {
    const poor = `type Query {
      a(b: Int @deprecated(reason: "Unused")): Int @deprecated(reason: "Use d, until 2027-06-01")
      c: Int @deprecated(reason: "Use d, until 2027-06-01")
      d: Int
    }`;
    const announced = `type Query { c: Int @deprecated(reason: "Use d, until 2027-06-01") }`;
    expect(wrongDeprecations(poor, announced, new Date('2027-02-01'))).toEqual([
      'Query.a: ends on 2027-06-01, less than 180 days after it is announced',
      'Query.a.b: name the last day, as in "Use x instead, until 2027-06-01"',
    ]);
    expect(wrongDeprecations(poor, announced, new Date('2026-11-01'))).toHaveLength(1);
  });
});

describe('each mutation in schema.graphql', () => {
  const written = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const mutations = Object.values(written.getMutationType()?.getFields() ?? {});

  it('returns a nullable union of its payload and the errors that apply to it', () => {
    expect(mutations.length).toBeGreaterThan(70);
    expect(mutations.flatMap((mutation) => faultsOf(mutation, written))).toEqual([]);
  });

  it('declares who may call it', () => {
    const access = new Set(mutations.map(({ name }) => accessOf(name)));
    expect([...access].sort()).toEqual(['admin', 'public', 'signedIn']);
  });

  it('is reported if its result is not null, has another name or lacks an error', () => {
    const poor = buildSchema(`
      interface Error { message: String! }
      type ForbiddenError implements Error { message: String! }
      type RateLimitedError implements Error { message: String! }
      type SignInPayload { ok: Boolean }
      type SignOutPayload { ok: Boolean }
      type UpdateUserPayload { ok: Boolean }
      union SignInResult = SignInPayload | RateLimitedError
      union SignOutResult = ForbiddenError | RateLimitedError
      union UpdateUserResult = UpdateUserPayload
      type Query { ok: Boolean }
      type Mutation {
        signIn: SignInResult!
        signOut: SignOutResult
        signUp: SignOutResult
        updateUser(id: ID!): UpdateUserResult
      }
    `);
    const fields = Object.values(poor.getMutationType()?.getFields() ?? {});
    expect(fields.flatMap((field) => faultsOf(field, poor))).toEqual([
      'signIn: SignInResult! is not the nullable union SignInResult',
      'signOut: payload ',
      'signOut: everyone may call it, so it has no ForbiddenError',
      'signUp: SignOutResult is not the nullable union SignUpResult',
      'updateUser: without RateLimitedError',
      'updateUser: without InvalidInputError',
      'updateUser: without ForbiddenError',
    ]);
  });
});

const leastLength = 15;

function undescribed(checked: GraphQLSchema): string[] {
  const missing: string[] = [];
  const check = (name: string, { description }: { description?: string | null | undefined }) => {
    if ((description ?? '').trim().length < leastLength) {
      missing.push(name);
    }
  };
  for (const type of Object.values(checked.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) {
      continue;
    }
    check(type.name, type);
    if (isEnumType(type)) {
      type.getValues().forEach((value) => check(`${type.name}.${value.name}`, value));
    }
    if (isInputObjectType(type) || isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        check(`${type.name}.${field.name}`, field);
        for (const arg of 'args' in field ? field.args : []) {
          check(`${type.name}.${field.name}(${arg.name}:)`, arg);
        }
      }
    }
  }
  return missing;
}

const published = (): string => readFileSync('schema.published.graphql', 'utf8');

const breakingChanges = (
  before: string,
  after: GraphQLSchema,
  today = new Date().toISOString().slice(0, 10),
): string[] =>
  findBreakingChanges(buildSchema(withoutEnded(before, today)), after).map(
    (change) => change.description,
  );

/** What is wrong with a mutation, by the rules for errors in docs/partners.md. */
function faultsOf(mutation: GraphQLField<unknown, unknown>, checked: GraphQLSchema): string[] {
  const { name, type, args } = mutation;
  const capitalized = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  if (!isUnionType(type) || type.name !== `${capitalized}Result`) {
    return [`${name}: ${String(type)} is not the nullable union ${capitalized}Result`];
  }
  const error = checked.getType('Error');
  const [errors, payloads] = partition(
    type.getTypes(),
    (member) => isInterfaceType(error) && member.getInterfaces().includes(error),
  );
  const access = accessOf(name);
  const wanted = [
    'RateLimitedError',
    ...(args.length > 0 ? ['InvalidInputError'] : []),
    ...(access === 'admin' ? ['ForbiddenError'] : []),
  ];
  return [
    ...(payloads.join() === `${capitalized}Payload` ? [] : [`${name}: payload ${payloads.join()}`]),
    ...wanted
      .filter((member) => !errors.includes(member))
      .map((member) => `${name}: without ${member}`),
    ...(access === 'public' && errors.includes('ForbiddenError')
      ? [`${name}: everyone may call it, so it has no ForbiddenError`]
      : []),
  ];
}

function partition(
  types: readonly GraphQLObjectType[],
  belongs: (type: GraphQLObjectType) => boolean,
): [string[], string[]] {
  const names = (chosen: readonly GraphQLObjectType[]) => chosen.map((type) => type.name);
  return [names(types.filter(belongs)), names(types.filter((type) => !belongs(type)))];
}

/** Who may call a mutation, as declared in code: public, signedIn or admin. */
function accessOf(name: string): string | undefined {
  const extensions = schema.getMutationType()?.getFields()[name]?.extensions as
    | { pothosOptions?: { authScopes?: object } }
    | undefined;
  return Object.keys(extensions?.pothosOptions?.authScopes ?? {})[0];
}
