import { calendarType } from '#api/platform/icalendar.ts';
import type { RestRoute } from '#api/rest/route.ts';
import { bookingCalendar } from './reading/bookingCalendar.ts';

export const bookingRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/api/bookings/:id/calendar',
    access: 'signedIn',
    handle: async ({ deps, viewer }, { params }) => ({
      body: await bookingCalendar(deps, await viewer(), params['id'] ?? ''),
      contentType: calendarType,
      headers: { 'content-disposition': 'attachment; filename="stay.ics"' },
    }),
  },
];
