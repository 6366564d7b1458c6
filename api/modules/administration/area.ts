import type { Area } from '#api/areas/area.ts';
import { checkStoredFiles } from './storedFiles.ts';
import './administration.graphql.ts';

export const administrationArea: Area = {
  jobs: {
    check_stored_files: {
      run: (_payload, deps) => checkStoredFiles(deps),
      at: '*/15 * * * *',
      atStart: true,
    },
  },
};
