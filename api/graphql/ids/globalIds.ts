import { isInterfaceType, isObjectType, type GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import { InvalidInputError } from '#api/platform/errors.ts';

export interface GlobalId {
  typename: string;
  id: string;
}

export { encodeGlobalId } from '#api/platform/input/globalId.ts';

/** The parts of a global id; undefined if it is malformed. */
export function parseGlobalId(globalId: string): GlobalId | undefined {
  const [, typename, id] =
    /^(\w{1,60}):(.{36})$/.exec(Buffer.from(globalId, 'base64').toString('utf8')) ?? [];
  return typename !== undefined && id !== undefined && isPlainId(id) ? { typename, id } : undefined;
}

export const isPlainId = (text: string): boolean => uuid.safeParse(text).success;

const uuid = z.uuid();

/** @throws {InvalidInputError} if it is malformed */
export function decodeGlobalId(globalId: string): GlobalId {
  const parsed = parseGlobalId(globalId);
  if (!parsed) {
    throw notAnId();
  }
  return parsed;
}

/** @throws {InvalidInputError} if an id belongs to a type without global ids */
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
  new InvalidInputError('id', 'This is no global id. Use one that an answer gave as id');
