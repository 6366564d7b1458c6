import type { DatabaseLimits } from '../platform/database/database.ts';

/** For what is not about the limits of production, which a busy machine would meet. */
export const patientLimits: DatabaseLimits = {
  longestWait: 600_000,
  longestStatement: 600_000,
  longestSilence: 600_000,
};
