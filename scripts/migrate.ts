import { readEnv } from '../api/platform/process/env.ts';
import { migrate } from '../api/platform/database/migrations.ts';
import { onServer } from './lib/databases.ts';

function report(applied: string[]): void {
  for (const name of applied) console.log(`applied ${name}`);
  if (applied.length === 0) console.log('the database is up to date');
}

try {
  report(await onServer(readEnv(), (url) => migrate(url)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
