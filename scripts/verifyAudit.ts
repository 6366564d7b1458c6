import { parseArgs } from 'node:util';
import { readEnv } from '../api/platform/env.ts';
import { hashOf, verifyAuditChain } from '../api/modules/audit/auditLog.ts';
import { openDatabase } from '../api/platform/database.ts';
import { startEmbeddedPostgres } from '../api/platform/postgres/embedded.ts';

const usage = `npm run audit:verify [-- --expect NUMBER:HASH]
Computes the hash of every entry of the audit log anew. With --expect, the entry with this number
must have this hash: what an earlier run printed, kept elsewhere, shows that nothing was cut off.`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { expect: { type: 'string' } } });
  const expected = values.expect === undefined ? undefined : readExpected(values.expect);
  const env = readEnv();
  const quiet = (): void => undefined;
  const postgres = env.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: env.dataDir,
        log: { info: quiet, warn: console.error, error: console.error },
      });
  try {
    const database = openDatabase(env.databaseUrl ?? postgres?.url ?? '', { connections: 1 });
    try {
      const { entries, head, broken } = await verifyAuditChain(database.pool);
      const problems = broken.map((number) => `Entry ${number} was changed`);
      if (expected && (await hashOf(database.pool, expected.number)) !== expected.hash) {
        problems.push(`Entry ${expected.number} is not the one that was expected`);
      }
      console.log(
        problems.length === 0
          ? `${entries} entries, unchanged. The last one: ${entries}:${head}`
          : problems.join('\n'),
      );
      process.exitCode = problems.length === 0 ? 0 : 1;
    } finally {
      await database.close();
    }
  } finally {
    await postgres?.stop();
  }
}

function readExpected(text: string): { number: number; hash: string } {
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (number === undefined || hash === undefined) {
    throw new TypeError(usage);
  }
  return { number: Number(number), hash };
}

try {
  await main();
} catch (error) {
  console.error(
    error instanceof TypeError ||
      (error as { code?: string }).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
      ? usage
      : error,
  );
  process.exitCode = 2;
}
