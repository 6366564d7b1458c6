import type { Area } from '#api/areas/area.ts';
import { rowsKeptFor } from '#api/platform/jobs/housekeeping.ts';
import { listingPublished, listingsPublished } from './alerts.ts';
import './savedSearches.graphql.ts';
import { unsubscribe } from './savedSearches.ts';

export const savedSearchesArea: Area = {
  // Targets of the unsubscribe links in alert mails (RFC 8058).
  routes: [
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
  ],
  retention: [
    rowsKeptFor(365, {
      what: 'Links that turn the alerts of a saved search off',
      after: 'their mail was written',
      table: 'unsubscribe_links',
      where: 'created_at < now() - make_interval(days => $1)',
    }),
  ],
  jobs: {
    listing_published: { run: (payload, deps) => listingPublished(deps, payload) },
    listings_published: { run: (payload, deps) => listingsPublished(deps, payload) },
  },
};
