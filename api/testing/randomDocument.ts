import type { GeneratorValue } from 'fast-check';
import fc from 'fast-check';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  parse,
  validate,
} from 'graphql';

export interface RandomDocument {
  text: string;
  variables: Record<string, unknown>;
}

/** Values that arguments of a scalar type may take, by the names of the arguments. */
export interface Vocabulary {
  /** Values for arguments and input fields of this name. */
  byName: Readonly<Record<string, readonly unknown[]>>;
  /** Values for all others, by their type. */
  byType: Readonly<Record<string, readonly unknown[]>>;
}

/** Names, days, ids and cursors of the sample data, and others that are refused or find nothing. */
export async function readVocabulary(
  ask: (text: string) => Promise<{ data?: unknown }>,
): Promise<Vocabulary> {
  const { data } = await ask(`{
    resorts(first: 8) { edges { cursor node { id databaseId destination brand amenities } } }
    cheap: resorts(first: 4, sort: LOWEST_TOTAL) { edges { cursor } }
    weeks(first: 30) { edges { cursor node { checkIn checkOut listing { id databaseId } } } }
    low: weeks(first: 30, sort: LOWEST_TOTAL) { edges { cursor } }
    high: weeks(first: 30, sort: HIGHEST_TOTAL) { edges { cursor } }
  }`);
  const lists = JSON.parse(JSON.stringify(data)) as Record<
    string,
    { edges: { cursor: string; node: Record<string, string> & { listing?: { id: string } } }[] }
  >;
  const nodes = (list: string) => (lists[list]?.edges ?? []).map(({ node }) => node);
  const cursors = Object.values(lists).flatMap(({ edges }) => edges.map(({ cursor }) => cursor));
  const days = nodes('weeks').flatMap(({ checkIn = '', checkOut = '' }) => [checkIn, checkOut]);
  const ids = [
    ...nodes('resorts').flatMap(({ id = '', databaseId = '' }) => [id, databaseId]),
    ...nodes('weeks').flatMap(({ listing }) => listing?.id ?? []),
    'nothing',
  ];
  const sizes = [0, 1, 2, 3, 5, 12];
  return {
    byName: {
      query: [
        '',
        ' ',
        'aruba',
        'florida pool',
        'summer',
        'for 4 in june',
        'orlndo',
        'x'.repeat(201),
      ],
      first: [...sizes, ...sizes, -1, 101],
      last: [null, null, null, 2],
      after: [null, ...cursors, 'nonsense'],
      before: [null, null, null, cursors[3]],
      destination: ['Aruba', 'Florida', 'Nowhere', ''],
      destinations: ['Aruba', 'Florida', 'Hawaii'],
      brand: [nodes('resorts')[0]?.['brand'], 'Nobody'],
      brands: [nodes('resorts')[1]?.['brand'], 'Nobody'],
      amenities: ['Pool', 'Beach Access'],
      currency: ['USD', 'EUR', 'dollars'],
      guests: [1, 2, 4, 31],
      bedrooms: [0, 1, 2],
      minNights: [1, 3, 7, 61],
      maxNights: [2, 7, 14],
      flexibleDays: [1, 3, 15],
      minRating: [0, 4, 4.5, 6],
      year: [2026, 2027, 2028, 1900],
      maxTotalCents: [100_000, 500_000_000],
      maxNightlyCents: [15_000, 500_000_000],
      updatedSince: ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z'],
    },
    byType: {
      Boolean: [true, false],
      Date: [...days, '2027-06-05', '2027-02-30'],
      DateTime: ['2026-01-01T00:00:00Z'],
      Float: [0, -180, 24.5, 90],
      ID: ids,
      Int: [0, 1, 2, 100],
      String: ['', 'Aruba', '2027-06'],
    },
  };
}

/** Where random documents come from. */
export interface DocumentSource {
  schema: GraphQLSchema;
  /** Root fields. */
  roots: readonly string[];
  vocabulary: Vocabulary;
  /** Fields that most documents lack, as `Type.field`. */
  seldom?: readonly string[];
  numRuns: number;
}

/** Checks valid random documents, one after the other. `question` says what was asked. */
export const forRandomDocuments = (
  { schema, roots, vocabulary, seldom, numRuns }: DocumentSource,
  check: (document: RandomDocument & { question: string }) => Promise<void>,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.gen(), async (gen) => {
      const document = randomDocument(schema, roots, vocabulary, gen, seldom);
      const { text, variables } = document;
      fc.pre(validate(schema, parse(text)).length === 0);
      await check({ ...document, question: `${text}\n${JSON.stringify(variables)}` });
    }),
    { numRuns },
  );

const mostDepth = 7;

/**
 * A query of some of these root fields: with aliases, fragments, variables and now and then a directive.
 * @param seldom fields that most documents lack, as `Type.field`
 */
function randomDocument(
  schema: GraphQLSchema,
  roots: readonly string[],
  vocabulary: Vocabulary,
  gen: GeneratorValue,
  seldom: readonly string[] = [],
): RandomDocument {
  const variables: Record<string, unknown> = {};
  const declarations: string[] = [];
  const fragments: string[] = [];
  let keys = 0;

  const chance = (percent: number): boolean => gen(fc.integer, { min: 1, max: 100 }) <= percent;
  const oneOf = <Value>(values: readonly Value[]): Value =>
    gen(fc.constantFrom, ...values) as Value;

  const hasSeldom = chance(10);
  const hasDirectives = chance(20);
  // Fields with arguments of their own are seldom compiled, so some documents have none.
  const hasNestedArguments = chance(30);

  const valueOf = (type: GraphQLInputType, name: string, depth = 0): unknown => {
    const inner = getNullableType(type);
    if (!isNonNullType(type) && chance(5)) {
      return null;
    }
    if (isListType(inner)) {
      const length = gen(fc.integer, { min: 0, max: 2 });
      return Array.from({ length }, () => valueOf(inner.ofType as GraphQLInputType, name, depth));
    }
    if (isInputObjectType(inner)) {
      return objectOf(Object.values(inner.getFields()), depth + 1);
    }
    if (isEnumType(inner)) {
      return oneOf(inner.getValues()).name;
    }
    return oneOf(vocabulary.byName[name] ?? vocabulary.byType[getNamedType(inner).name] ?? [null]);
  };

  const objectOf = (fields: readonly GraphQLInputField[], depth: number): object =>
    Object.fromEntries(
      fields
        .filter((field) => isRequiredInputField(field) || (depth < 3 && chance(12)))
        .map(({ name, type }) => [name, valueOf(type, name, depth)]),
    );

  const literal = (type: GraphQLInputType, value: unknown): string => {
    const inner = getNullableType(type);
    if (value === null || value === undefined) {
      return 'null';
    }
    if (isListType(inner)) {
      const items = value as readonly unknown[];
      return `[${items.map((item) => literal(inner.ofType as GraphQLInputType, item)).join(', ')}]`;
    }
    if (isInputObjectType(inner)) {
      const fields = inner.getFields();
      const parts = Object.entries(value).flatMap(([name, part]) => {
        const field = fields[name];
        return field ? [`${name}: ${literal(field.type, part)}`] : [];
      });
      return `{${parts.join(', ')}}`;
    }
    return isEnumType(inner) ? String(value) : JSON.stringify(value);
  };

  const argumentText = (argument: GraphQLArgument): string => {
    const { name, type } = argument;
    const value = valueOf(type, name);
    if (!chance(40)) {
      return `${name}: ${literal(type, value)}`;
    }
    const variable = `v${declarations.length}`;
    // With a default value, a variable may be omitted.
    const isOmitted = chance(20) && value !== null;
    const declared = isOmitted ? getNullableType(type) : type;
    declarations.push(
      `$${variable}: ${declared.toString()}${isOmitted ? ` = ${literal(type, value)}` : ''}`,
    );
    if (!isOmitted) {
      variables[variable] = value;
    }
    return `${name}: $${variable}`;
  };

  const fieldText = (field: GraphQLField<unknown, unknown>, depth: number): string => {
    const args = field.args.filter(
      (argument) => isRequiredArgument(argument) || chance(depth === 0 ? 35 : 25),
    );
    keys += 1;
    const alias = chance(25) ? `a${keys}: ` : '';
    const given = args.length === 0 ? '' : `(${args.map(argumentText).join(', ')})`;
    const directive =
      hasDirectives && chance(5) ? oneOf([' @include(if: true)', ' @skip(if: true)']) : '';
    const type = getNamedType(field.type);
    return `${alias}${field.name}${given}${directive}${
      isObjectType(type) ? ` ${setText(type, depth + 1)}` : ''
    }`;
  };

  const mayAsk = (field: GraphQLField<unknown, unknown>, depth: number): boolean => {
    const type = getNamedType(field.type);
    return (
      (isLeafType(type) || (isObjectType(type) && depth < mostDepth)) &&
      (hasNestedArguments || field.args.length === 0)
    );
  };

  const setText = (type: GraphQLObjectType, depth: number): string => {
    const fields = Object.values(type.getFields()).filter(
      (field) =>
        mayAsk(field, depth) && (hasSeldom || !seldom.includes(`${type.name}.${field.name}`)),
    );
    const isPath = ['edges', 'node'].some((name) => fields.some((field) => field.name === name));
    const asked = fields.filter((field) =>
      chance(
        isPath && /^(edges|node)$/.test(field.name)
          ? 90
          : isLeafType(getNamedType(field.type))
            ? 30
            : 20,
      ),
    );
    const texts = asked.map((field) => {
      const text = fieldText(field, depth);
      return chance(8) ? `... ${chance(50) ? `on ${type.name} ` : ''}{ ${text} }` : text;
    });
    if (texts.length === 0 || chance(15)) {
      texts.push(chance(30) ? 't: __typename' : '__typename');
    }
    const text = `{ ${texts.join(' ')} }`;
    if (!chance(10)) {
      return text;
    }
    const name = `F${fragments.length}`;
    // A fragment may also be of an interface of the type.
    fragments.push(`fragment ${name} on ${type.name} ${text}`);
    return `{ ...${name} ${chance(30) ? '__typename' : ''} }`;
  };

  const query = schema.getQueryType()?.getFields() ?? {};
  const count = chance(75) ? 1 : 2;
  const chosen = Array.from({ length: count }, () => oneOf(roots)).flatMap(
    (name) => query[name] ?? [],
  );
  const selections = chosen.map((field, index) => {
    const text = fieldText(field, 0);
    // Two of one field need different keys.
    return index === 0 ? text : `other: ${text.replace(/^a\d+: /, '')}`;
  });
  const head = declarations.length === 0 ? 'query' : `query (${declarations.join(', ')})`;
  return { text: [`${head} { ${selections.join(' ')} }`, ...fragments].join('\n'), variables };
}

/**
 * JSON of a result, to compare it with another one. The last digits of an average depend on the
 * order in which PostgreSQL reads the rows.
 */
export const textOf = (result: unknown): string =>
  JSON.stringify(result, (_key, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(12)) : value,
  );
