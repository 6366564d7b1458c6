import { z } from 'zod';
import { Prisma } from '#api/generated/prisma/client.ts';
import { isoDay } from '#common/days.ts';
import {
  decodeCursor,
  encodeCursor,
  pageOf,
  type CursorValue,
  type Page,
  type PageRequest,
} from './cursors.ts';

const text = z.string().regex(/^[^\0]*$/);

/** How a cursor writes a value of each type of column. PostgreSQL has no year 0. */
const types = {
  uuid: z.uuid(),
  timestamptz: z.iso.datetime().refine((instant) => instant >= '0001'),
  date: z.iso.date().refine((day) => day >= '0001'),
  integer: z.number().int().min(0).max(2_147_483_647),
  bigint: z.string().regex(/^\d{1,18}$/),
  numeric: z.string().regex(/^\d(\.\d{1,2})?$/),
  text,
  citext: text,
  /** A currency. */
  bpchar: z.string().regex(/^[A-Z]{3}$/),
} satisfies Record<string, z.ZodType<CursorValue>>;

type ColumnType = keyof typeof types;

type Direction = 'asc' | 'desc';

/** The fields of a sort key in order, with the types of their columns. The last is unique. */
export type SortKey<Field extends string> = Readonly<Record<Field, ColumnType>>;

type KeyRow<Field extends string> = Readonly<Record<Field, CursorValue | Date | object>>;

interface KeysetOptions<Field extends string> {
  turned?: readonly Field[];
  sql?: Partial<Record<Field, string>>;
}

interface KeyColumn {
  sql: Prisma.Sql;
  type: Prisma.Sql;
}

export type Keyset<Field extends string> = ReturnType<typeof keyset<Field>>;

export const columnName = (field: string): string =>
  field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/**
 * @param direction of all columns, unless `turned` names the other ones
 * @param sql expressions for fields that are no columns
 */
export function keyset<Field extends string>(
  name: string,
  direction: Direction,
  sortKey: SortKey<Field>,
  { turned = [], sql = {} }: KeysetOptions<Field> = {},
) {
  const fields = Object.keys(sortKey) as Field[];
  const check = z.tuple(
    fields.map((field): z.ZodType<CursorValue> => types[sortKey[field]]) as [
      z.ZodType<CursorValue>,
    ],
  ) as z.ZodType<CursorValue[]>;
  const columns = fields.map((field) => ({
    sql: Prisma.raw(sql[field] ?? columnName(field)),
    type: Prisma.raw(sortKey[field]),
  })) as [KeyColumn, ...KeyColumn[]];
  const key = (row: KeyRow<Field>): CursorValue[] =>
    fields.map((field) => valueOf(row[field], sortKey[field]));
  const cursorOf = (row: KeyRow<Field>): string => encodeCursor(name, key(row));
  const directionOf = (page: PageRequest, field?: Field): Direction =>
    ((direction === 'asc') === (page.direction === 'forward')) !==
    (field !== undefined && turned.includes(field))
      ? 'asc'
      : 'desc';
  /** The sort key next to the page, on the side where reading starts. */
  const placeOf = (page: PageRequest): CursorValue[] | undefined =>
    page.from === undefined
      ? undefined
      : decodeCursor(name, page.from, page.direction === 'forward' ? 'after' : 'before', check);
  return {
    fields,
    columns,
    direction,
    key,
    cursorOf,
    placeOf,
    pageOf: <Row extends KeyRow<Field>>(page: PageRequest, rows: readonly Row[]): Page<Row> =>
      pageOf(page, rows, cursorOf),
    /** One page plus one row. @throws {InvalidInputError} naming after or before */
    prisma(page: PageRequest): {
      where: object;
      orderBy: Record<Field, Direction>[];
      take: number;
    } {
      const place = placeOf(page);
      const steps = fields.map((field, index): Step => {
        const value = place?.[index] ?? '';
        const isTime = sortKey[field] === 'timestamptz' || sortKey[field] === 'date';
        return { field, to: directionOf(page, field), from: isTime ? new Date(value) : value };
      });
      return {
        where: place ? beyond(steps) : {},
        orderBy: steps.map(({ field, to }) => ({ [field]: to }) as Record<Field, Direction>),
        take: page.size + 1,
      };
    },
    /**
     * One page plus one row.
     * @param valueSql wraps each value of the cursor
     * @throws {InvalidInputError} naming after or before
     */
    sql(page: PageRequest, table?: string, valueSql = (value: Prisma.Sql) => value) {
      const isDescending = directionOf(page) === 'desc';
      const names = columns.map((column) =>
        table === undefined ? column.sql : Prisma.raw(`${table}.${column.sql.sql}`),
      );
      const way = Prisma.raw(isDescending ? 'DESC' : 'ASC');
      const place = placeOf(page);
      return {
        isDescending,
        orderBy: Prisma.join(names.map((column) => Prisma.sql`${column} ${way}`)),
        beyond: place
          ? Prisma.sql`(${Prisma.join(names)}) ${Prisma.raw(isDescending ? '<' : '>')} (${Prisma.join(
              columns.map(({ type }, index) =>
                valueSql(Prisma.sql`${place[index]}::text::${type}`),
              ),
            )})`
          : Prisma.sql`TRUE`,
        /** In the text of the statement, so that PostgreSQL knows it when it plans. */
        take: Prisma.raw(String(page.size + 1)),
      };
    },
  };
}

function valueOf(value: CursorValue | Date | object, type: ColumnType): CursorValue {
  if (value instanceof Date) {
    return type === 'date' ? isoDay(value) : value.toISOString();
  }
  return typeof value === 'object' || type === 'numeric' ? String(value) : value;
}

interface Step {
  field: string;
  to: Direction;
  from: CursorValue | Date;
}

function beyond([first, ...others]: Step[]): object {
  if (!first) return {};
  const { field, from } = first;
  const step = first.to === 'asc' ? 'gt' : 'lt';
  return others.length === 0
    ? { [field]: { [step]: from } }
    : {
        // The first condition bounds the index scan; the second decides between equal values.
        [field]: { [`${step}e`]: from },
        OR: [{ [field]: { [step]: from } }, beyond(others)],
      };
}

type Order = readonly [Direction, SortKey<string>, KeysetOptions<string>?];

type FieldsOf<Key> = Key extends unknown ? Extract<keyof Key, string> : never;

/** The orders of a list that the client chooses from, by name. */
export const keysets = <const Orders extends Readonly<Record<string, Order>>>(orders: Orders) =>
  Object.fromEntries(
    Object.entries(orders).map(([name, [...order]]) => [name, keyset(name, ...order)]),
  ) as unknown as Readonly<Record<keyof Orders, Keyset<FieldsOf<Orders[keyof Orders][1]>>>>;
