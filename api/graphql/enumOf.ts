import { builder } from './builder.ts';

/** @param values with their descriptions; in the schema their names are in capitals */
export const enumOf = <Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
) =>
  builder.enumType(name, {
    description,
    values: Object.fromEntries(
      Object.entries<string>(values).map(([value, means]) => [
        value.toUpperCase(),
        { value, description: means },
      ]),
    ) as Record<string, { value: Value; description: string }>,
  });
