export interface Difference {
  field: string;
  /** Undefined if the object had, or has, no such field. */
  before: string | undefined;
  after: string | undefined;
}

/** The fields that differ between two JSON objects, sorted by name. */
export function differences(
  before: string | null | undefined,
  after: string | null | undefined,
): Difference[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort((one, other) => one.localeCompare(other, 'en'))
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .filter((difference) => difference.before !== difference.after);
}

function fieldsOf(json: string | null | undefined): Map<string, string> {
  const value: unknown = json ? JSON.parse(json) : {};
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(
    Object.entries(value).map(([field, content]: [string, unknown]) => [
      field,
      typeof content === 'string' ? content : JSON.stringify(content),
    ]),
  );
}
