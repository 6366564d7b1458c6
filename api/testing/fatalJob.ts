import { startJobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/process/log.ts';

// Runs a periodic job that ends its process, and another one after it. Argument: the database URL.
const [databaseUrl = ''] = process.argv.slice(2);
await startJobs({
  connectionString: databaseUrl,
  jobs: {
    turn_days: () => Promise.resolve(void process.kill(process.pid, 'SIGKILL')),
    pay_out: () => Promise.resolve(void process.stdout.write('still running\n')),
  },
  deps: {},
  log: createLog('silent'),
  crontab: '* * * * * turn_days',
  atStart: ['turn_days', 'pay_out'],
  concurrency: 1,
  lookEvery: 100,
});
