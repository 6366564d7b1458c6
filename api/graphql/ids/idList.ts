import {
  GraphQLID,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { rowOfType, rows, type IdNote } from './ids.ts';

export interface ListedId {
  /** For example `Query.resort(id:)` or `Resort.databaseId`. */
  place: string;
  kind: 'argument' | 'input field' | 'output field';
  /** For example 'global or plain id of a resort'; undefined if it is not declared. */
  holds: string | undefined;
}

export function listIds(schema: GraphQLSchema): ListedId[] {
  const listed: ListedId[] = [];
  const add = (kind: ListedId['kind'], place: string, { type, ...declared }: Declared): void => {
    if (getNamedType(type) === GraphQLID) {
      listed.push({ place, kind, holds: holdsOf(declared) });
    }
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) {
      continue;
    }
    if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) {
        add('input field', `${type.name}.${field.name}`, field);
      }
    }
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        const { name } = field;
        const extensions = { ...field.extensions, ...nodeIdNote(type, name) };
        add('output field', `${type.name}.${name}`, { type: field.type, extensions });
        for (const arg of field.args) {
          add('argument', `${type.name}.${name}(${arg.name}:)`, arg);
        }
      }
    }
  }
  return listed.sort((a, b) => (a.place < b.place ? -1 : 1));
}

interface Declared {
  type: GraphQLInputType | GraphQLOutputType;
  extensions: Readonly<Record<string, unknown>>;
}

function nodeIdNote(type: GraphQLNamedType, field: string): { id?: IdNote; ofAny?: true } {
  if (field !== 'id' || !(isObjectType(type) || isInterfaceType(type))) {
    return {};
  }
  if (type.name === 'Node') {
    return { ofAny: true };
  }
  const row = rowOfType(type.name);
  const isNode = type.getInterfaces().some(({ name }) => name === 'Node');
  return isNode && row ? { id: { form: 'global', rows: [row] } } : {};
}

function holdsOf({ extensions }: Pick<Declared, 'extensions'>): string | undefined {
  if (extensions['ofAny'] || extensions['isRelayGlobalID']) {
    return 'global id of any object';
  }
  const note = extensions['id'] as IdNote | undefined;
  if (!note) {
    return undefined;
  }
  const holds = `${note.form} id of ${note.rows.map((row) => rows[row].one).join(' or ')}`;
  return note.words ? `${holds}. ${note.words}` : holds;
}
