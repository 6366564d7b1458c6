/** The global id of an object. @param id plain */
export const encodeGlobalId = (typename: string, id: string): string =>
  Buffer.from(`${typename}:${id}`).toString('base64');
