import { builder } from './builder.ts';

/** @param values with their descriptions; in the schema `booking.moveOn` is BOOKING_MOVE_ON */
export const enumOf = <Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
) =>
  builder.enumType(name, {
    description,
    values: Object.fromEntries(
      Object.entries<string>(values).map(([value, means]) => [
        nameOf(value),
        { value, description: means },
      ]),
    ) as Record<string, { value: Value; description: string }>,
  });

const nameOf = (value: string): string =>
  (value.match(/[A-Z]?[a-z\d]+|[A-Z\d]+/g) ?? []).join('_').toUpperCase();
