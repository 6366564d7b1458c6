import type { RequestContext } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import type { SqlKey, SqlPage } from '#api/platform/database/sqlPage.ts';
import type { SqlModel } from './sqlModels.ts';

/** The SQL of a computed field. `{name}` is a column by its Prisma name, or a value. */
export type SqlField =
  /** An expression, in a type that fits the field. */
  | string
  /** An expression that is never null, although its columns may be. */
  | { never: 'null'; sql: string }
  /** An object of these values; null if the condition `unless` holds. */
  | { values: Readonly<Record<string, string>>; unless?: string }
  /** Number of rows of a relation. */
  | { count: string }
  /** Objects from the columns of a SELECT, in its order. */
  | { items: string; columns: readonly string[] }
  /** The rows of the relation that the field selects, unchanged. */
  | { relation: string }
  /** The same rows as a connection. */
  | { connection: string; sizes: PageSizes; keyOf(args: object): SqlKey }
  /** Null unless the list's search has a condition on the stay. */
  | { ofStays: true };

export type SqlDeclaration = SqlField | SqlRoot;

export type SqlRoot =
  /** One row of a model by a condition; null: there is none. */
  | {
      model: string;
      row(args: object): Prisma.Sql | null;
      /** Records the sources (reads.ts). @param id of the row, if there is one */
      reads(args: object, id: string | null): void;
    }
  /** A page of rows; undefined: SQL can't read this list. */
  | {
      model: string | SqlModel;
      page(
        args: object,
        context: RequestContext,
        wanted: ReadonlySet<string>,
      ): Promise<SqlPage | undefined>;
      /** Values of the connection besides its rows. */
      own: Readonly<Record<string, 'null' | 'not null'>>;
    };

export interface PageSizes {
  usual: number;
  most: number;
}

export const inSql = (declaration: SqlDeclaration): { sql: SqlDeclaration } => ({
  sql: declaration,
});

/** The extension of a type that declares which rows are public. */
export const publicIf = (condition: string): { sqlPublicIf: string } => ({
  sqlPublicIf: condition,
});
