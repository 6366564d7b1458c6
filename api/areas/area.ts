import type { Deps, LeavingStep } from '#api/context/context.ts';
import type { Retention } from '../platform/jobs/housekeeping.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { RestRoute } from '#api/rest/route.ts';

/** What an area adds to the server. Its area.ts also imports its part of the GraphQL schema. */
export interface Area {
  /** Documented routes under /api and /s3 (docs/rest.md). */
  routes?: RestRoute[];
  /** Data that is kept for a limited time; the job `housekeeping` removes it. */
  retention?: Retention<Deps>[];
  /** Background jobs by their names in the queue. */
  jobs?: Record<string, AreaJob>;
  leaving?: LeavingStep[];
}

interface AreaJob {
  run: Job<Deps>;
  /** When the job is added, as in a crontab, in UTC; once however many processes run. */
  at?: string;
  /** Whether every start of the server adds it. */
  atStart?: true;
}
