import { weekFields, type Mapping, type OfferedWeek } from '#api/context/sources.ts';

/**
 * Maps the fields of a row to the fields of a week.
 * @param mapping the path of each field in the row
 */
export function createMapper(mapping: Mapping): (row: object) => OfferedWeek {
  const paths = weekFields.map((field) => [field, mapping.fields?.[field] ?? field] as const);
  return (row) => {
    const week: OfferedWeek = {};
    for (const [field, path] of paths) {
      const value = valueAt(row, path);
      if (value !== undefined) {
        week[field] = value;
      }
    }
    return week;
  };
}

/** The value at a path such as 'resort.name' or 'prices.0'; a key of exactly that name wins. */
function valueAt(row: object, path: string): unknown {
  if (Object.hasOwn(row, path)) {
    return (row as Record<string, unknown>)[path];
  }
  let value: unknown = row;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) {
      return undefined;
    }
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
