import type { Prisma } from '#api/generated/prisma/client.ts';
import type { CursorValue, PageRequest } from './cursors.ts';

export interface SqlKey {
  order: string;
  /** Prisma's names of the fields. */
  columns: readonly string[];
}

export interface SqlPageReads {
  keys: readonly CursorValue[][];
  resortIds: readonly string[];
  /** Requested values of the connection. */
  own: ReadonlySet<string>;
}

/** How a statement that writes its answer in PostgreSQL reads one page of a list. */
export interface SqlPage {
  request: PageRequest;
  key: SqlKey;
  /** CTEs for the other parts. */
  with?: Prisma.Sql;
  /** A SELECT of all columns of the rows in the order of reading, plus one row. */
  rows: Prisma.Sql;
  own: Readonly<Record<string, Prisma.Sql>>;
  planned: 'once' | 'each time';
  /** Whether the search has a condition on the stay. */
  ofStays: boolean;
  /** The column with the id of the resort that the rows show, unless the rows are resorts. */
  resortColumn?: string;
  /** Records the sources (reads.ts). */
  reads(read: SqlPageReads): void;
  also?: Readonly<Record<string, Prisma.Sql>>;
  /** The page to read instead, by the values of `also`, if these rows are not the answer. */
  instead?(values: Readonly<Record<string, unknown>>): SqlPage | undefined;
  /** Called with the values of `also` if these rows are the answer. */
  remember?(values: Readonly<Record<string, unknown>>): void;
}
