import type { Area } from '#api/areas/area.ts';
import { payoutRoutes } from './payouts.rest.ts';
import { leavePayouts } from './payoutAccounts.ts';
import './payouts.graphql.ts';
import './remittances.graphql.ts';

export const payoutsArea: Area = {
  routes: payoutRoutes,
  leaving: [leavePayouts],
};
