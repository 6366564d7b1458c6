import type { Area } from '#api/areas/area.ts';
import { savedSearchRoutes } from './savedSearches.rest.ts';
import { listingPublished, listingsPublished } from './alerts.ts';
import { rowsKeptFor } from '#api/platform/jobs/housekeeping.ts';
import './savedSearches.graphql.ts';

export const savedSearchesArea: Area = {
  routes: savedSearchRoutes,
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
