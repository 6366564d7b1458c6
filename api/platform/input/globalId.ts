import { z } from 'zod';

/** The global id of an object. @param id plain */
export const encodeGlobalId = (typename: string, id: string): string =>
  Buffer.from(`${typename}:${id}`).toString('base64');

/** The id if it is a UUID; otherwise the nil UUID, which no row has. */
export const idToFind = (id: string): string => (z.uuid().safeParse(id).success ? id : firstId);

/** The id before all others, which no row has. */
export const firstId = '00000000-0000-0000-0000-000000000000';

/** The rows with these ids in the order of the ids, with null for an id without a row. */
export async function rowsOfIds<Row extends { id: string }>(
  ids: readonly string[],
  read: (ids: string[]) => Promise<Row[]>,
): Promise<(Row | null)[]> {
  const rows = new Map((await read(ids.map(idToFind))).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id.toLowerCase()) ?? null);
}
