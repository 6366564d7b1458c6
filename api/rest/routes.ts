import { accountRoutes } from '../modules/accounts/accounts.rest.ts';
import { resortRoutes } from '../modules/resorts/resorts.rest.ts';
import { reviewRoutes } from '../modules/reviews/reviews.rest.ts';
import type { RestRoute } from './route.ts';

/** Every documented call under /api (docs/rest.md). */
export const restRoutes: RestRoute[] = [...accountRoutes, ...resortRoutes, ...reviewRoutes];
