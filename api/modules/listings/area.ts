import type { Area } from '#api/areas/area.ts';
import { calendarRoutes } from './calendar.rest.ts';
import { quoteRoutes } from './quotes.rest.ts';
import { repriceStays } from './repriceStays.ts';
import { turnDays } from './turnDays.ts';
import './listings.graphql.ts';
import './ownListings.graphql.ts';
import './bookingTerms.graphql.ts';
import './numberedWeeks.graphql.ts';

export const listingsArea: Area = {
  routes: [...calendarRoutes, ...quoteRoutes],
  jobs: {
    reprice_stays: { run: (_payload, deps) => repriceStays(deps) },
    turn_days: {
      run: (_payload, deps) => turnDays(deps, deps.clock()),
      at: '*/15 * * * *',
      atStart: true,
    },
  },
};
