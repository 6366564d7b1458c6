import type { RestRoute } from '#api/rest/route.ts';
import { unsubscribe } from './savedSearches.ts';

/** Targets of the unsubscribe links in alert mails (RFC 8058). */
export const savedSearchRoutes: RestRoute[] = [
  {
    // For mail programs without one-click unsubscribing. GET changes nothing.
    method: 'GET',
    path: '/api/unsubscribe',
    access: 'public',
    handle: (_context, { query }) =>
      Promise.resolve({
        status: 302,
        headers: {
          location: `/unsubscribe?${new URLSearchParams({ token: query['token'] ?? '' }).toString()}`,
        },
        body: { message: 'Open the page to turn the alerts off' },
      }),
  },
  {
    method: 'POST',
    path: '/api/unsubscribe',
    access: 'public',
    ignoresBody: true,
    handle: async ({ deps }, { query }) => ({
      body: { message: 'Alerts are off', search: await unsubscribe(deps, query['token']) },
    }),
  },
];
