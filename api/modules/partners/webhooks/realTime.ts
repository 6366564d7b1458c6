import type { Deps } from '#api/context/context.ts';

/** The present instant, in a sandbox too, whatever its clock says: receivers are real servers. */
export const realTime = ({ clock, sandbox }: Pick<Deps, 'clock' | 'sandbox'>): Date =>
  (sandbox?.live.clock ?? clock)();
