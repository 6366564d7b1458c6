import type { InputFieldRef, InputType, InputShapeFromTypeParam } from '@pothos/core';
import { builder, type Types } from './builder.ts';
import { maybe, type Maybe } from './exposed.ts';

type Scalar = 'Boolean' | 'Date' | 'DateTime' | 'Float' | 'ID' | 'Int' | 'String' | 'Upload';
type Named = Scalar | `${Scalar}?` | `${Scalar}[]` | `${Scalar}[]?`;
type Type = Exclude<InputType<Types>, string>;

/** A name, or a reference. A question mark, or `maybe`, makes it optional. */
type Wanted = Named | Type | readonly [Type] | Maybe<Type | readonly [Type]>;

type Field =
  | readonly [type: Wanted, description: string | { description: string }]
  // A required id: see `idOf`.
  | { description: string; extensions: object };

export type InputTable = Readonly<Record<string, Field>>;

type ValueOf<Given> =
  Given extends Maybe<infer Some>
    ? ValueOf<Some> | null | undefined
    : Given extends `${infer Some}?`
      ? ValueOf<Some> | null | undefined
      : Given extends `${infer Item}[]`
        ? ValueOf<Item>[]
        : Given extends readonly [infer Item]
          ? ValueOf<Item>[]
          : Given extends InputType<Types>
            ? InputShapeFromTypeParam<Types, Given, true>
            : never;

export type InputRefs<Table extends InputTable> = {
  [Name in keyof Table]: InputFieldRef<
    Types,
    Table[Name] extends readonly [infer Given, unknown] ? ValueOf<Given> : string
  >;
};

function optionsOf(field: Field): object {
  if ('extensions' in field) {
    return { ...field, type: 'ID', required: true };
  }
  const [wanted, words] = field;
  const options = typeof words === 'string' ? { description: words } : words;
  if (typeof wanted !== 'string') {
    return 'maybe' in wanted
      ? { ...options, type: wanted.maybe }
      : { ...options, type: wanted, required: true };
  }
  const [, name, list] = /^(\w+)(\[\])?/.exec(wanted) ?? [];
  return { ...options, type: list ? [name] : name, required: !wanted.endsWith('?') };
}

/** The same fields, none of them required. */
export const optionalFields = (table: InputTable): InputTable =>
  Object.fromEntries(
    Object.entries(table).map(([name, field]): [string, Field] => {
      if ('extensions' in field) {
        return [name, ['ID?', field]];
      }
      const [wanted, words] = field;
      if (typeof wanted === 'string') {
        return [name, wanted.endsWith('?') ? field : [`${wanted}?` as Named, words]];
      }
      return [name, 'maybe' in wanted ? field : [maybe(wanted), words]];
    }),
  );

const refsOf = <Table extends InputTable>(t: object, table: Table) =>
  Object.fromEntries(
    Object.entries(table).map(([name, field]) => [
      name,
      (t as { field(options: object): unknown }).field(optionsOf(field)),
    ]),
  ) as InputRefs<Table>;

/** Arguments, each with its type and description. */
export const argsOf = <const Table extends InputTable>(table: Table) =>
  builder.args((t) => refsOf(t, table) as never) as unknown as InputRefs<Table>;

/** An input type whose fields each have a type and a description. */
export const inputOf = <const Table extends InputTable>(
  name: string,
  description: string,
  table: Table,
) => builder.inputType(name, { description, fields: (t) => refsOf(t, table) });
