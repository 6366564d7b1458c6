import type { Area } from '#api/areas/area.ts';
import { listingRoutes } from './publishing.rest.ts';
import { expireEvidence } from './evidenceExpiry.ts';
import { withdrawListingsOf } from './editListing.ts';
import './admin/adminListings.graphql.ts';
import './publishing.graphql.ts';
import './bulk/bulkListings.graphql.ts';
import './listingDrafts.graphql.ts';
import './offerCheck.graphql.ts';
import './verification.graphql.ts';
import './admin/heldListings.graphql.ts';

export const publishingArea: Area = {
  routes: listingRoutes,
  jobs: { expire_evidence: { run: expireEvidence, at: '7 * * * *', atStart: true } },
  leaving: [withdrawListingsOf],
};
