import { createInterface } from 'node:readline';
import { loadSampleData } from '../seed/seed.ts';
import { openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrations.ts';
import { noStorage } from './noStorage.ts';
import { patientLimits } from './patientLimits.ts';
import { quickHash } from './quickHash.ts';

// Prepares databases as the server does at its start, in a process of its own. Reads database URLs,
// one per line, and prints for each whether it loaded the sample data, or the error.
process.stdout.write('ready\n');
for await (const databaseUrl of createInterface(process.stdin)) {
  process.stdout.write(`${await begin(databaseUrl)}\n`);
}

async function begin(databaseUrl: string): Promise<string> {
  const database = openDatabase(databaseUrl, { limits: patientLimits });
  try {
    await migrate(databaseUrl);
    return String(await loadSampleData(database.prisma, noStorage, quickHash, '2026-07-01'));
  } catch (error) {
    return JSON.stringify(String(error));
  } finally {
    await database.close();
  }
}
