import { z } from 'zod';

/** The global id of an object. @param id plain */
export const encodeGlobalId = (typename: string, id: string): string =>
  Buffer.from(`${typename}:${id}`).toString('base64');

/** The id if it is a UUID; otherwise the nil UUID, which no row has. */
export const idToFind = (id: string): string =>
  z.uuid().safeParse(id).success ? id : '00000000-0000-0000-0000-000000000000';
