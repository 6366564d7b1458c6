import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
  parse,
  print,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import { sampleIds, type Operation } from '#web/partners/developers/content.ts';

type Field = GraphQLField<unknown, unknown>;

/** The root fields that tokens may call, each with an example within their permissions. */
export function operationsOf(schema: GraphQLSchema): Operation[] {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const;
  return roots.flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).flatMap((field) => {
      const scope = scopeOf(field);
      return scope === undefined ? [] : [{ ...exampleOf(kind, field), scope }];
    }),
  );
}

function scopeOf({ extensions }: Field): string | undefined {
  const { authScopes } = (extensions['pothosOptions'] ?? {}) as { authScopes?: unknown };
  return typeof authScopes === 'object' && authScopes !== null && 'token' in authScopes
    ? String(authScopes.token)
    : undefined;
}

const isOpen = (field: Field): boolean => {
  const { authScopes } = (field.extensions['pothosOptions'] ?? {}) as { authScopes?: unknown };
  return authScopes === undefined || scopeOf(field) !== undefined;
};

function exampleOf(kind: Operation['kind'], field: Field): Omit<Operation, 'scope'> {
  const name = field.name;
  const asked = field.args.filter((argument) => isRequiredArgument(argument));
  const declared = asked.map((argument) => `$${argument.name}: ${String(argument.type)}`);
  const paging = field.args.some((argument) => argument.name === 'first') ? ['first: 3'] : [];
  const given = [...asked.map((argument) => `${argument.name}: $${argument.name}`), ...paging];
  const title = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  const document = [
    `${kind} ${title}${declared.length > 0 ? `(${declared.join(', ')})` : ''} {`,
    `${name}${given.length > 0 ? `(${given.join(', ')})` : ''}${selectionOf(getNamedType(field.type), 0)}`,
    '}',
  ].join(' ');
  const values = Object.fromEntries(
    asked.map((argument) => [argument.name, sampleOf(argument.type, argument.name, 0)]),
  );
  const known = Object.entries(knownIds[name] ?? {});
  for (const [argument, id] of known) if (argument in values) values[argument] = id;
  return {
    id: `${kind}-${name}`,
    kind,
    name,
    description: field.description ?? '',
    arguments: field.args.map(describedArgument),
    example: print(parse(document)).trim(),
    variables: asked.length === 0 ? '' : JSON.stringify(values, null, 2),
    takesFile: asked.some((argument) => getNamedType(argument.type).name === 'Upload'),
  };
}

const describedArgument = ({ name, type, description }: GraphQLArgument) => ({
  name,
  type: String(type),
  description: description ?? '',
});

const mostFields = 6;

const deepest = 4;

function selectionOf(type: GraphQLNamedType, depth: number): string {
  if (isLeafType(type)) return '';
  if (isUnionType(type)) {
    const parts = type.getTypes().flatMap((member) => {
      const isError = member.getInterfaces().some(({ name }) => name === 'Error');
      return isError ? [] : [`... on ${member.name}${selectionOf(member, depth)}`];
    });
    const canFail = parts.length < type.getTypes().length;
    return ` { __typename ${parts.join(' ')} ${canFail ? '... on Error { message }' : ''} }`;
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return '';
  const fields = Object.values(type.getFields()).filter(
    (field) =>
      isOpen(field) &&
      field.deprecationReason == null &&
      !field.args.some((argument) => isRequiredArgument(argument)),
  );
  const isPage = type.name.endsWith('Connection') || type.name.endsWith('Edge');
  const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)));
  const chosen: Field[] = isPage
    ? fields.filter(({ name }) => ['edges', 'node', 'pageInfo'].includes(name))
    : leaves.slice(0, mostFields);
  if (!isPage && depth < deepest && (depth === 0 || chosen.length < 2)) {
    const others = fields.filter((field) => !leaves.includes(field));
    chosen.push(
      ...(chosen.length < 2
        ? others.slice(0, 2)
        : others.filter((field) => getNamedType(field.type).name === 'Money')),
    );
  }
  const texts = chosen.flatMap((field) => {
    const named = getNamedType(field.type);
    const selection = depth < deepest ? selectionOf(named, depth + 1) : '';
    if (!isLeafType(named) && selection === '') return [];
    const paging = field.args.some((argument) => argument.name === 'first') ? '(first: 3)' : '';
    return [`${field.name}${paging}${selection}`];
  });
  return ` { ${texts.length > 0 ? texts.join(' ') : '__typename'} }`;
}

/** Arguments of fields that name something that can be looked up. */
const knownIds: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  resort: { id: sampleIds.resort },
  node: { id: sampleIds.resort },
  nodes: { ids: [sampleIds.resort] },
  saleListing: { id: sampleIds.saleListing },
  comparedListings: { ids: [sampleIds.listing] },
};

/** Values of inputs and arguments in examples, by their names. */
const named: Readonly<Record<string, unknown>> = {
  resortId: sampleIds.resort,
  text: 'aruba',
  title: 'A week by the harbour',
  description: 'Two bedrooms with a view of the bay, a minute from the beach.',
  alt: 'The balcony at sunset',
  availableTo: '2027-03-13',
  maxGuests: 4,
  pricePerNightCents: 18_000,
  move: 'ACCEPT',
};

const samples: Readonly<Record<string, unknown>> = {
  ID: '…',
  Int: 1,
  SafeInt: 1,
  Float: 1,
  Boolean: true,
  Date: '2027-03-06',
  DateTime: '2027-01-01T00:00:00Z',
};

function sampleOf(type: GraphQLInputType, name: string, depth: number): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType, name, depth);
  if (isListType(type)) return [sampleOf(type.ofType, name, depth)];
  if (name in named) return named[name];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((field) => isRequiredInputField(field) && depth < deepest)
        .map((field) => [field.name, sampleOf(field.type, field.name, depth + 1)]),
    );
  }
  // A file is sent next to the variables, which hold null in its place.
  if (type.name === 'Upload') return null;
  return samples[type.name] ?? '…';
}
