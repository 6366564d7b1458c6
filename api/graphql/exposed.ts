import type { FieldRef, OutputRef } from '@pothos/core';
import type { Types } from './builder.ts';

type ScalarOf<Value> = Value extends string
  ? 'String' | 'Date'
  : Value extends number
    ? 'Int' | 'Float' | 'SafeInt'
    : Value extends boolean
      ? 'Boolean'
      : Value extends Date
        ? 'Date' | 'DateTime'
        : never;

type TypeOf<Value> =
  Extract<Value, null | undefined> extends never
    ?
        | ScalarOf<Value>
        | OutputRef<Value>
        | (Value extends (infer Item)[] ? [OutputRef<Item>] : never)
    : `${ScalarOf<NonNullable<Value>>}?`;

type Exposed<Row> = {
  readonly [Name in keyof Row]?:
    | readonly [type: TypeOf<Row[Name]>, description: string]
    | (Row[Name] extends string ? string : never);
};

/** A type with a question mark is nullable; a description alone is of a String. */
export const exposed = <Row>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Row>,
  fields: Exposed<Row>,
): Record<string, FieldRef<Types, unknown, 'Object'>> => fieldsOf(t, fields);

/** Like `exposed`, for the columns of a model. @typeParam Row of the model */
export const columns = <Row>(
  t: object,
  fields: Exposed<Row>,
): Record<string, FieldRef<Types, unknown, 'PrismaObject'>> => fieldsOf(t, fields);

const fieldsOf = (t: object, fields: object): Record<string, never> =>
  Object.fromEntries(
    Object.entries(fields as Record<string, string | [type: unknown, string]>).map(
      ([name, field]) => {
        const [type, description] = typeof field === 'string' ? ['String', field] : field;
        const nullable = typeof type === 'string' && type.endsWith('?');
        const options = { type: nullable ? type.slice(0, -1) : type, nullable, description };
        return [name, (t as Exposing).expose(name, options)];
      },
    ),
  );

interface Exposing {
  expose(name: string, options: object): never;
}
