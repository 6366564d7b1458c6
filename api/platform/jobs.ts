import type { Prisma } from '../generated/prisma/client.ts';

/** Adds a job in the transaction of the change that it follows: it runs if and only if it commits. */
export async function addJob(
  transaction: Pick<Prisma.TransactionClient, '$executeRaw'>,
  name: string,
  payload: object,
): Promise<void> {
  await transaction.$executeRaw`
    SELECT graphile_worker.add_job(${name}, payload => ${JSON.stringify(payload)}::json)`;
}
