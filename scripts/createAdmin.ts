import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { readEnv } from '../api/platform/process/env.ts';
import { createAccount } from '../api/modules/accounts/accounts.ts';
import { readSite } from '../api/modules/site/siteSettings.ts';
import { ExpectedError } from '../api/platform/errors.ts';
import { migrate } from '../api/platform/database/migrations.ts';
import { createPasswords } from '../api/platform/security/passwords.ts';
import { onServer, withDatabase } from './lib/databases.ts';

const usage =
  'npm run admin:create -- --username NAME --email ADDRESS --first-name NAME --last-name NAME\n' +
  'The password is asked for, or read from standard input.';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      username: { type: 'string' },
      email: { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
    },
  });
  const input = {
    username: values.username,
    email: values.email,
    firstName: values['first-name'],
    lastName: values['last-name'],
    password: await readPassword(),
    role: 'admin' as const,
  };
  await onServer(readEnv(), async (url) => {
    await migrate(url);
    await withDatabase(url, async (database) => {
      const site = await readSite(database.prisma);
      const account = await createAccount(
        {
          database,
          passwords: createPasswords(),
          siteSettings: { current: () => site },
        },
        'admin:create',
        input,
      );
      console.log(`${account.username} can sign in as an administrator`);
    });
  });
}

async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    return (await text(process.stdin)).replace(/\r?\n$/, '');
  }
  const ask = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await ask.question('Password: ');
  } finally {
    ask.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(
    error instanceof ExpectedError ||
      (error as { code?: string }).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
      ? `${(error as Error).message}\n${usage}`
      : error,
  );
  process.exitCode = 1;
}
