import { readFileSync } from 'node:fs';

// Preloaded into a product whose clock a test moves: its Date is ahead by the milliseconds in
// CLOCK_FILE. Timers and the database keep the real time, and so does the clock of the job queue: it
// would add the jobs of every minute in between, at times that the database has not reached.
const file = process.env.CLOCK_FILE;
const RealDate = Date;
const isOfQueue = () => new Error().stack.includes('/graphile-worker/dist/cron.js');
const now = () => RealDate.now() + (isOfQueue() ? 0 : Number(readFileSync(file, 'utf8')));

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
  apply: (target) => new target(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
