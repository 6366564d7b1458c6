import type { Area } from '#api/areas/area.ts';
import { contractRoutes } from './contracts.rest.ts';
import { uploadRoutes } from './uploads/uploads.rest.ts';
import { discardContracts } from './contracts.ts';
import { daysToAttach, hoursToUpload } from './uploads/limits.ts';
import { sweepContracts } from './sweep.ts';
import './contracts.graphql.ts';

export const contractsArea: Area = {
  routes: [...contractRoutes, ...uploadRoutes],
  retention: [
    {
      what: 'Unused documents, unfinished uploads, and files without a row',
      kept: `${daysToAttach} days; uploads and files ${hoursToUpload} hours; replaced documents not at all`,
      remove: sweepContracts,
    },
  ],
  leaving: [discardContracts],
};
