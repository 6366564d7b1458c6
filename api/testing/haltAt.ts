import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';
import { halt, haltAtStatement } from './haltAtStatement.ts';

// Preloaded into a process that a test kills. HALT_AT names the point at which the process prints
// `halted` and stops, however fast or slow the machine is:
//   `bytes 1000`       after 1,000 bytes or more were appended to files
//   `rename 2 before`  before the second rename
//   `rename 2 after`   after the second rename
//   `statement 2`      before the second statement to the database after `SELECT 'begin'`
const [kind, countText, side] = (process.env['HALT_AT'] ?? '').split(' ');
const count = Number(countText);

if (kind === 'rename') {
  const { rename } = fs.promises;
  let calls = 0;
  fs.promises.rename = async (from, to) => {
    calls += 1;
    const isHere = calls === count;
    if (isHere && side === 'before') await halt();
    await rename(from, to);
    if (isHere && side === 'after') await halt();
  };
} else if (kind === 'bytes') {
  const handle = await fs.promises.open(import.meta.filename);
  const prototype = Object.getPrototypeOf(handle) as Pick<typeof handle, 'appendFile'>;
  await handle.close();
  const { appendFile } = prototype;
  let bytes = 0;
  prototype.appendFile = async function (this: typeof handle, data, options) {
    await appendFile.call(this, data, options);
    bytes += Buffer.byteLength(data);
    if (bytes >= count) await halt();
  };
} else if (kind === 'statement') {
  const prototype = pg.Client.prototype as { query(...given: unknown[]): unknown };
  const { query } = prototype;
  prototype.query = function (this: pg.Client, ...given) {
    const answer = query.apply(this, given);
    if (given[0] === "SELECT 'begin'") haltAtStatement(count);
    return answer;
  };
} else {
  throw new Error(`HALT_AT names no point: ${process.env['HALT_AT']}`);
}
syncBuiltinESMExports();
