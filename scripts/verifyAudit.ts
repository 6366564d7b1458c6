import { parseArgs } from 'node:util';
import { readEnv } from '../api/platform/process/env.ts';
import { hashOf, verifyAuditChain } from '../api/modules/audit/auditLog.ts';
import { onServer, withDatabase } from './lib/databases.ts';

const usage = `npm run audit:verify [-- --expect NUMBER:HASH]
Computes the hash of every entry of the audit log anew. With --expect, the entry with this number
must have this hash: what an earlier run printed, kept elsewhere, shows that nothing was cut off.`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { expect: { type: 'string' } } });
  const expected = values.expect === undefined ? undefined : readExpected(values.expect);
  await onServer(readEnv(), (url) =>
    withDatabase(url, async ({ pool }) => {
      const { entries, head, broken } = await verifyAuditChain(pool);
      const problems = broken.map((number) => `Entry ${number} was changed`);
      if (expected && (await hashOf(pool, expected.number)) !== expected.hash) {
        problems.push(`Entry ${expected.number} is not the one that was expected`);
      }
      console.log(
        problems.length === 0
          ? `${entries} entries, unchanged. The last one: ${entries}:${head}`
          : problems.join('\n'),
      );
      process.exitCode = problems.length === 0 ? 0 : 1;
    }),
  );
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
