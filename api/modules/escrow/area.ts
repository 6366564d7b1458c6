import type { Area } from '#api/areas/area.ts';
import { escrowRoutes } from './escrow.rest.ts';
import { openEscrow } from './escrow.ts';
import './escrow.graphql.ts';

export const escrowArea: Area = {
  routes: escrowRoutes,
  jobs: { open_escrow: { run: openEscrow } },
};
