import { Prisma } from '#api/generated/prisma/client.ts';
import type { Database } from './database.ts';
import { requestScope } from '../process/requestScope.ts';

interface Batch {
  values: Prisma.Sql[];
  row: Promise<Record<string, unknown>>;
}

const open = new WeakMap<object, Batch>();

/**
 * Values that a request needs at the same time are read by one statement, so they agree.
 * @param value SELECT of one JSON value; null if it finds no row
 */
export async function readTogether<Value>(
  database: Pick<Database, 'read'>,
  value: Prisma.Sql,
): Promise<Value> {
  const request = requestScope.getStore() ?? {};
  const batch = open.get(request) ?? openBatch(database, request);
  const name = `value${batch.values.push(value)}`;
  return (await batch.row)[name] as Value;
}

function openBatch(database: Pick<Database, 'read'>, request: object): Batch {
  const values: Prisma.Sql[] = [];
  const row = new Promise<void>((resolve) => process.nextTick(resolve)).then(async () => {
    open.delete(request);
    const columns = values.map(
      (value, index) => Prisma.sql`(${value}) AS ${Prisma.raw(`value${index + 1}`)}`,
    );
    const [found] = await database.read<Record<string, unknown>>(
      Prisma.sql`SELECT ${Prisma.join(columns)}`,
    );
    return found ?? {};
  });
  const batch = { values, row };
  open.set(request, batch);
  return batch;
}
