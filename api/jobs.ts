import type { Area } from './areas/area.ts';
import type { Deps } from './context/context.ts';
import { areas } from './modules/areas.ts';
import { platformRetention, removeOld, type Retention } from './platform/jobs/housekeeping.ts';
import type { Jobs } from './platform/jobs/jobs.ts';

/** All data that is kept for a limited time. */
export const retention: readonly Retention<Deps>[] = [
  ...platformRetention,
  ...areas.flatMap((area) => area.retention ?? []),
];

const platform: Area = {
  jobs: {
    housekeeping: {
      run: (_payload, deps) => removeOld(retention, deps),
      at: '17 * * * *',
      atStart: true,
    },
  },
};

const all = [platform, ...areas].flatMap((area) => Object.entries(area.jobs ?? {}));

export const jobs: Jobs<Deps> = Object.fromEntries(all.map(([name, { run }]) => [name, run]));

/** Schedule of the periodic jobs, in UTC. */
export const crontab = all.flatMap(([name, { at }]) => (at ? [`${at} ${name}`] : [])).join('\n');

export const jobsAtStart = all.flatMap(([name, { atStart }]) => (atStart ? [name] : []));
