import type { FieldRef, OutputRef } from '@pothos/core';
import { builder, type Types } from './builder.ts';

/** Makes the type of a field nullable, or an input optional. */
export interface Maybe<Type> {
  maybe: Type;
}

export const maybe = <Type>(type: Type): Maybe<Type> => ({ maybe: type });

type ScalarOf<Value> = Value extends string
  ? 'String' | 'Date'
  : Value extends number
    ? 'Int' | 'Float' | 'SafeInt'
    : Value extends boolean
      ? 'Boolean'
      : Value extends Date
        ? 'Date' | 'DateTime'
        : Value extends readonly (infer Item)[]
          ? `${ScalarOf<Item>}[]`
          : never;

type RefOf<Value> =
  | OutputRef<Value>
  | (Value extends readonly (infer Item)[] ? readonly [OutputRef<Item>] : never);

type TypeOf<Value> =
  Extract<Value, null | undefined> extends never
    ? ScalarOf<Value> | RefOf<Value>
    : `${ScalarOf<NonNullable<Value>>}?` | Maybe<RefOf<NonNullable<Value>>>;

interface Cost {
  complexity?: { field: number; multiplier: number };
}

/** See `plainIdOf`. */
interface Id {
  description: string;
  extensions: object;
}

type Exposed<Row> = {
  readonly [Name in keyof Row]?:
    | readonly [type: TypeOf<Row[Name]>, description: string, cost?: Cost]
    | (Row[Name] extends string ? string | Id : never)
    | (Row[Name] extends string | null ? readonly ['ID?', Id] : never);
};

/**
 * Fields that show the values of a row under the same names, each with its type and description. A
 * type with a question mark, or `maybe`, is nullable; a description alone is of a String, an id alone
 * of an ID.
 */
export const exposed = <Row>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Row>,
  fields: Exposed<Row>,
): Record<string, FieldRef<Types, unknown, 'Object'>> => fieldsOf(t, fields);

interface ShownType<Row> extends Pick<
  PothosSchemaTypes.ObjectTypeOptions<Types, Row>,
  'authScopes' | 'extensions'
> {
  description: string;
  fields: Exposed<Row>;
}

/** A type that shows values of a row: see `exposed`. */
export const shownType = <Row>(name: string, { fields, ...options }: ShownType<Row>) =>
  builder.objectRef<Row>(name).implement({ ...options, fields: (t) => exposed(t, fields) });

/** Like `exposed`, for the columns of a model. @typeParam Row of the model */
export const columns = <Row>(
  t: object,
  fields: Exposed<Row>,
): Record<string, FieldRef<Types, unknown, 'PrismaObject'>> => fieldsOf(t, fields);

type Given = string | Id | readonly [type: unknown, words: string | Id, cost?: Cost];

function optionsOf(field: Given): object {
  if (typeof field === 'string') {
    return { type: 'String', description: field };
  }
  if ('extensions' in field) {
    return { ...field, type: 'ID' };
  }
  const [type, words, cost] = field;
  const options = { ...(typeof words === 'string' ? { description: words } : words), ...cost };
  if (typeof type !== 'string') {
    const nullable = (type as Partial<Maybe<unknown>>).maybe;
    return { ...options, type: nullable ?? type, nullable: nullable !== undefined };
  }
  const [, name, list] = /^(\w+)(\[\])?/.exec(type) ?? [];
  return { ...options, type: list ? [name] : name, nullable: type.endsWith('?') };
}

const fieldsOf = (t: object, fields: object): Record<string, never> =>
  Object.fromEntries(
    Object.entries(fields as Record<string, Given>).map(([name, field]) => [
      name,
      (t as { expose(name: string, options: object): never }).expose(name, optionsOf(field)),
    ]),
  );
