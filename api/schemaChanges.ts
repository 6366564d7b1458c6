import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isUnionType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';

/** Changes of a schema for partners, one sentence each, by name. */
export function schemaChanges(before: GraphQLSchema, after: GraphQLSchema): string[] {
  const [old, now] = [partsOf(before), partsOf(after)];
  const changes: string[] = [];
  for (const [name, part] of now) {
    const former = old.get(name);
    if (former === undefined) {
      if (!isWithinMissing(name, old)) changes.push(`Added \`${name}\``);
      continue;
    }
    if (former.type !== part.type) {
      changes.push(`\`${name}\` is \`${part.type}\` instead of \`${former.type}\``);
    }
    if (former.deprecation === null && part.deprecation !== null) {
      changes.push(`Deprecated \`${name}\`: ${part.deprecation}`);
    }
  }
  for (const name of old.keys()) {
    if (!now.has(name) && !isWithinMissing(name, now)) changes.push(`Removed \`${name}\``);
  }
  return changes.sort((a, b) => nameIn(a).localeCompare(nameIn(b)));
}

const isWithinMissing = (name: string, parts: ReadonlyMap<string, Part>): boolean =>
  name.includes('.') && !parts.has(name.slice(0, name.lastIndexOf('.')));

const nameIn = (change: string): string => change.split('`')[1] ?? '';

interface Part {
  type: string;
  deprecation: string | null;
}

/** Types, their fields, arguments and values, by name: 'Query', 'Query.resort', 'Query.resort.id'. */
function partsOf(schema: GraphQLSchema): Map<string, Part> {
  const parts = new Map<string, Part>();
  const add = (name: string, type: string, deprecation?: string | null) =>
    parts.set(name, { type, deprecation: deprecation ?? null });
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue;
    add(type.name, kindOf(type));
    if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) {
        const name = `${type.name}.${field.name}`;
        add(name, String(field.type), field.deprecationReason);
        for (const argument of 'args' in field ? field.args : []) {
          add(`${name}.${argument.name}`, String(argument.type), argument.deprecationReason);
        }
      }
    } else if (isEnumType(type)) {
      for (const { name, deprecationReason } of type.getValues()) {
        add(`${type.name}.${name}`, 'value', deprecationReason);
      }
    }
  }
  return parts;
}

function kindOf(type: GraphQLNamedType): string {
  if (isUnionType(type)) {
    const names = type.getTypes().map(({ name }) => name);
    return `union of ${names.sort().join(', ')}`;
  }
  return isInputObjectType(type) ? 'input' : isEnumType(type) ? 'enum' : 'type';
}
