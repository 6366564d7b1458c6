import type { RequestContext } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import type { SqlKey, SqlPage } from '#api/platform/sqlPage.ts';
import type { SqlModel } from './sqlModels.ts';

/**
 * How PostgreSQL reads a field whose resolver computes something; fields that expose a column or a
 * relation need no declaration. `{name}` stands for a column of the row by its name in Prisma, or
 * for a value of the object.
 */
export type SqlField =
  /** An expression, in a type that fits the field. */
  | string
  /** One that is never null, although its columns may be. */
  | { never: 'null'; sql: string }
  /** An object of these values; null if the condition does not hold. */
  | { values: Readonly<Record<string, string>>; unless?: string }
  /** How many rows a relation has. */
  | { count: string }
  /** Objects of the columns of a SELECT, in its order. */
  | { items: string; columns: readonly string[] }
  /** The rows of the relation that the field selects, as they are. */
  | { relation: string }
  /** The same as a connection. */
  | { connection: string; sizes: PageSizes; keyOf(args: object): SqlKey }
  /** Null unless the search of the list asks for a stay. */
  | { ofStays: true };

export type SqlDeclaration = SqlField | SqlRoot;

/** How PostgreSQL finds the rows of a root field. */
export type SqlRoot =
  /** One row of a model by a condition; null: there is none. */
  | {
      model: string;
      row(args: object): Prisma.Sql | null;
      /** Says what was read (reads.ts). @param id of the row, if there is one */
      reads(args: object, id: string | null): void;
    }
  /** A page of rows; undefined: the list can't be read so. */
  | {
      model: string | SqlModel;
      page(
        args: object,
        context: RequestContext,
        wanted: ReadonlySet<string>,
      ): Promise<SqlPage | undefined>;
      /** The values that the connection has besides its rows. */
      own: Readonly<Record<string, 'null' | 'not null'>>;
    };

export interface PageSizes {
  usual: number;
  most: number;
}

/** The extension that declares a field in SQL. */
export const inSql = (declaration: SqlDeclaration): { sql: SqlDeclaration } => ({
  sql: declaration,
});

/** The extension of a type that declares which rows are for everyone. */
export const publicIf = (condition: string): { sqlPublicIf: string } => ({
  sqlPublicIf: condition,
});
