import { accountRoutes } from '../modules/accounts/accounts.rest.ts';
import { accountDataRoutes } from '../modules/accountData/accountData.rest.ts';
import { inquiryRoutes } from '../modules/inquiries/inquiries.rest.ts';
import { resortRoutes } from '../modules/resorts/resorts.rest.ts';
import { reviewRoutes } from '../modules/reviews/reviews.rest.ts';
import { savedSearchRoutes } from '../modules/savedSearches/savedSearches.rest.ts';
import type { RestRoute } from './route.ts';

/** Every documented call under /api (docs/rest.md). */
export const restRoutes: RestRoute[] = [
  ...accountRoutes,
  ...accountDataRoutes,
  ...inquiryRoutes,
  ...savedSearchRoutes,
  ...resortRoutes,
  ...reviewRoutes,
];
