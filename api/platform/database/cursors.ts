import { z } from 'zod';
import { InvalidInputError } from '../errors.ts';

/** A value of a sort key: text, a number, or an instant in ISO 8601. */
export type CursorValue = string | number;

const shape = z
  .array(z.union([z.string().max(600), z.number()]))
  .min(2)
  .max(6);

export const encodeCursor = (order: string, values: readonly CursorValue[]): string =>
  Buffer.from(JSON.stringify([order, ...values])).toString('base64url');

/** @throws {InvalidInputError} naming the field, if it is not a cursor of this order */
export function decodeCursor(
  order: string,
  cursor: string,
  field: 'after' | 'before',
  check: z.ZodType<CursorValue[]>,
): CursorValue[] {
  const refused = new InvalidInputError(
    field,
    `The cursor in ${field} does not belong to this list`,
  );
  let decoded: unknown;
  try {
    decoded = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw refused;
  }
  const parsed = shape.safeParse(decoded);
  if (!parsed.success || parsed.data[0] !== order) {
    throw refused;
  }
  const values = check.safeParse(parsed.data.slice(1));
  if (!values.success) {
    throw refused;
  }
  return values.data;
}

export interface PageArgs {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

/** Fields of a connection count once for each object of the page. @param usual default size */
export const pageCostOf =
  (usual: number) =>
  ({ first, last }: PageArgs): { field: number; multiplier: number } => ({
    field: 1,
    multiplier: Math.max(0, first ?? last ?? usual),
  });

export interface PageRequest {
  size: number;
  direction: 'forward' | 'backward';
  /** Cursor of the row next to the page, on the side where reading starts. */
  from: string | undefined;
}

/** GraphQL Cursor Connections, section 4. @throws {InvalidInputError} naming the argument */
export function readPageArgs(args: PageArgs, sizes: { usual: number; most: number }): PageRequest {
  const refuse = (field: string, message: string): never => {
    throw new InvalidInputError(field, message);
  };
  const backward = args.last != null || args.before != null;
  if (backward && (args.first != null || args.after != null)) {
    refuse('last', 'Use first and after, or last and before, not both');
  }
  const [name, given] = backward
    ? (['last', args.last] as const)
    : (['first', args.first] as const);
  const size = given ?? sizes.usual;
  if (size < 0 || size > sizes.most) {
    refuse(name, `${name} must be 0 to ${sizes.most}`);
  }
  return {
    size,
    direction: backward ? 'backward' : 'forward',
    from: (backward ? args.before : args.after) ?? undefined,
  };
}

export interface Page<Row> {
  edges: { cursor: string; node: Row }[];
  pageInfo: {
    startCursor: string | undefined;
    endCursor: string | undefined;
    hasNextPage: boolean;
    hasPreviousPage: boolean;
  };
}

/** @param found rows in the order read, plus one row if there is another page */
export function pageOf<Row>(
  page: PageRequest,
  found: readonly Row[],
  cursorOf: (row: Row) => string,
): Page<Row> {
  const hasMore = found.length > page.size;
  const rows = found.slice(0, page.size);
  if (page.direction === 'backward') {
    rows.reverse();
  }
  const edges = rows.map((node) => ({ cursor: cursorOf(node), node }));
  return {
    edges,
    pageInfo: {
      startCursor: edges[0]?.cursor,
      endCursor: edges.at(-1)?.cursor,
      hasNextPage: page.direction === 'forward' ? hasMore : page.from !== undefined,
      hasPreviousPage: page.direction === 'backward' ? hasMore : page.from !== undefined,
    },
  };
}
