import type { Area } from '#api/areas/area.ts';
import { adminResortRoutes } from './admin/adminResorts.rest.ts';
import { resortRoutes } from './resorts.rest.ts';
import { findTimeZones } from './admin/timeZones.ts';
import { rowsKeptFor } from '#api/platform/jobs/housekeeping.ts';
import { hoursToShow, sweepResortPictures } from './admin/resortPictures.ts';
import './resorts.graphql.ts';
import './resortSearch.graphql.ts';
import './admin/adminResorts.graphql.ts';
import './owning/owning.graphql.ts';

export const resortsArea: Area = {
  routes: [...adminResortRoutes, ...resortRoutes],
  retention: [
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
  ],
  jobs: { find_time_zones: { run: (_payload, deps) => findTimeZones(deps), atStart: true } },
};
