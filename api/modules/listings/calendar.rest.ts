import { calendarType } from '#api/platform/icalendar.ts';
import type { RestRoute } from '#api/rest/route.ts';
import { listingCalendar } from './calendar.ts';

export const calendarRoutes: RestRoute[] = [
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
];
