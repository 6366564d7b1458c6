import { createClient } from '@tideweek/client';
import { serve } from './webhooks.ts';
import { publishWeeks } from './weeks.ts';

const usage = `
tsx src/main.ts publish weeks.csv            makes the listings equal to the file
tsx src/main.ts serve 8080 https://…/hooks   answers requests for bookings

Environment: TIDEWEEK_URL, TIDEWEEK_TOKEN, and STATE (state.json)`;

const { TIDEWEEK_URL: url, TIDEWEEK_TOKEN: token, STATE: stateFile = 'state.json' } = process.env;
const [command, first, second] = process.argv.slice(2);
const clientFor = (url: string, token: string) => createClient({ url, token });

if (url && token && command === 'publish' && first) {
  const isTest = token.startsWith('tw_test_');
  const given = { csvFile: first, stateFile, isTest };
  process.exitCode = (await publishWeeks(clientFor(url, token), given)) ? 0 : 1;
} else if (url && token && command === 'serve' && first && second) {
  await serve(clientFor(url, token), { port: Number(first), address: second, stateFile });
} else {
  console.error(usage);
  process.exitCode = 2;
}
