import type { Deps } from '#api/context/context.ts';
import type { Retention } from '#api/platform/housekeeping.ts';
import { daysToAttach, hoursToUpload } from './uploads/limits.ts';
import { sweepContracts } from './sweep.ts';

export const contractRetention: Retention<Pick<Deps, 'database' | 'storage' | 'log'>>[] = [
  {
    what: 'Unused documents, unfinished uploads, and files without a row',
    kept: `${daysToAttach} days; uploads and files ${hoursToUpload} hours; replaced documents not at all`,
    remove: sweepContracts,
  },
];
