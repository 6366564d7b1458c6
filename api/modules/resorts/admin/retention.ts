import type { Deps } from '#api/context/context.ts';
import { rowsKeptFor, type Retention } from '#api/platform/housekeeping.ts';
import { hoursToShow, sweepResortPictures } from './resortPictures.ts';

export const adminResortRetention: Retention<Pick<Deps, 'database' | 'storage'>>[] = [
  rowsKeptFor(7, {
    what: 'Files of resorts that were read to be imported',
    after: 'they were read',
    table: 'resort_imports',
    where: 'created_at < now() - make_interval(days => $1)',
  }),
  {
    what: 'Pictures that no resort shows',
    kept: `${hoursToShow} hours after they were sent`,
    remove: sweepResortPictures,
  },
];
