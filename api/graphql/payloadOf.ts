import type { TypeParam } from '@pothos/core';
import { builder, type Types } from './builder.ts';

interface PayloadField {
  type: TypeParam<Types>;
  description?: string;
  nullable?: boolean;
  extensions?: Readonly<Record<string, unknown>>;
}

/** The payload of a mutation: an object type that shows the fields of the result as they are. */
export const payloadOf = <Result extends object>(
  name: string,
  description: string,
  fields: Readonly<Record<keyof Result & string, PayloadField>>,
) =>
  builder.objectRef<Result>(name).implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries<PayloadField>(fields).map(([field, options]) => [
          field,
          t.field({
            ...options,
            nullable: options.nullable ?? false,
            resolve: (result) => result[field as keyof Result] as never,
          }),
        ]),
      ),
  });
