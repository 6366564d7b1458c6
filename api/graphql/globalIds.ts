import { isInterfaceType, isObjectType, type GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import { InvalidInputError } from '../platform/errors.ts';

export interface GlobalId {
  typename: string;
  id: string;
}

/**
 * Decodes a global id into a type name and the UUID of a row.
 * @throws {InvalidInputError} if it is malformed
 */
export function decodeGlobalId(globalId: string): GlobalId {
  const [, typename, id] =
    /^(\w{1,60}):(.{36})$/.exec(Buffer.from(globalId, 'base64').toString('utf8')) ?? [];
  if (typename === undefined || !z.uuid().safeParse(id).success || id === undefined) {
    throw notAnId();
  }
  return { typename, id };
}

/**
 * Decodes a global id of one type, given in a field of an input, into the plain id.
 * @throws {InvalidInputError} naming the field
 */
export function plainId(typename: string, globalId: string, field: string): string {
  try {
    const decoded = decodeGlobalId(globalId);
    if (decoded.typename === typename) {
      return decoded.id;
    }
  } catch {
    // Reported below, with the name of the field.
  }
  throw new InvalidInputError([
    { field, message: `This is no global id of a ${typename}. Use one that an answer gave as id` },
  ]);
}

/** @throws {InvalidInputError} if one of the ids has a type without global ids */
export function requireNodeTypes(ids: readonly GlobalId[], { schema }: GraphQLResolveInfo): void {
  const node = schema.getType('Node');
  for (const { typename } of ids) {
    const type = schema.getType(typename);
    if (!isInterfaceType(node) || !isObjectType(type) || !schema.isSubType(node, type)) {
      throw notAnId();
    }
  }
}

const notAnId = (): InvalidInputError =>
  new InvalidInputError([
    { field: 'id', message: 'This is no global id. Use one that an answer gave as id' },
  ]);
