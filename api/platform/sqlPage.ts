import type { Prisma } from '../generated/prisma/client.ts';
import type { CursorValue, PageRequest } from './cursors.ts';

/** The sort key of a list, for its cursors. */
export interface SqlKey {
  /** Its name in cursors. */
  order: string;
  /** Fields of the model in Prisma. */
  columns: readonly string[];
}

export interface SqlPageReads {
  /** Sort keys of the rows as read, with one row more. */
  keys: readonly CursorValue[][];
  /** Values of `resortColumn`. */
  resortIds: readonly string[];
  /** The wanted values of the connection. */
  own: ReadonlySet<string>;
}

/** How a statement in which PostgreSQL writes the answer reads one page of a list. */
export interface SqlPage {
  request: PageRequest;
  key: SqlKey;
  /** CTEs that the other parts use. */
  with?: Prisma.Sql;
  /** A SELECT of all columns of the rows in the order of reading, with one row more. */
  rows: Prisma.Sql;
  /** The wanted values of the connection. */
  own: Readonly<Record<string, Prisma.Sql>>;
  planned: 'once' | 'each time';
  /** Whether the search asks for a stay. */
  ofStays: boolean;
  /** The column of the rows with the id of a resort whose data are shown, if they are no resorts. */
  resortColumn?: string;
  /** Says what was read (reads.ts). */
  reads(read: SqlPageReads): void;
  /** Other values that are read with them. */
  also?: Readonly<Record<string, Prisma.Sql>>;
  /** What to read instead if these rows are not the answer, by the values above. */
  instead?(values: Readonly<Record<string, unknown>>): SqlPage | undefined;
  /** Called with the values above once these rows are the answer. */
  remember?(values: Readonly<Record<string, unknown>>): void;
}
