import type { Deps } from '#api/context/context.ts';

/** The real time, even in a sandbox with a moved clock, because receivers are real servers. */
export const realTime = ({ clock, sandbox }: Pick<Deps, 'clock' | 'sandbox'>): Date =>
  (sandbox?.live.clock ?? clock)();
