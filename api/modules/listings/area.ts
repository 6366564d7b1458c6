import type { Area } from '#api/areas/area.ts';
import { calendarType } from '#api/platform/files/icalendar.ts';
import { listingCalendar } from './calendar.ts';
import { quoteRoutes } from './quotes.rest.ts';
import { rankWeeks, repriceStays } from './repriceStays.ts';
import { turnDays } from './turnDays.ts';
import './listings.graphql.ts';
import './ownListings.graphql.ts';
import './bookingTerms.graphql.ts';
import './numberedWeeks.graphql.ts';

export const listingsArea: Area = {
  routes: [
    {
      method: 'GET',
      path: '/api/calendars/:token',
      access: 'public',
      handle: async ({ deps }, { params }) => ({
        body: await listingCalendar(deps, params['token'] ?? ''),
        contentType: calendarType,
        headers: { 'content-disposition': 'attachment; filename="booked-nights.ics"' },
      }),
    },
    ...quoteRoutes,
  ],
  jobs: {
    reprice_stays: { run: (_payload, deps) => repriceStays(deps) },
    rank_weeks: { run: (payload, deps) => rankWeeks(deps, payload) },
    turn_days: {
      run: (_payload, deps) => turnDays(deps, deps.clock()),
      at: '*/15 * * * *',
      atStart: true,
    },
  },
};
