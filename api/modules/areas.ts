import type { Area } from '#api/areas/area.ts';
import { settingsArea } from './settings/area.ts';
import { resortsArea } from './resorts/area.ts';
import { listingsArea } from './listings/area.ts';
import { calendarsArea } from './calendars/area.ts';
import { weeksArea } from './weeks/area.ts';
import { salesArea } from './sales/area.ts';
import { reviewsArea } from './reviews/area.ts';
import { accountsArea } from './accounts/area.ts';
import { administrationArea } from './administration/area.ts';
import { auditArea } from './audit/area.ts';
import { bookingsArea } from './bookings/area.ts';
import { messagesArea } from './messages/area.ts';
import { escrowArea } from './escrow/area.ts';
import { inquiriesArea } from './inquiries/area.ts';
import { inventoryArea } from './inventory/area.ts';
import { pricingArea } from './pricing/area.ts';
import { paymentsArea } from './payments/area.ts';
import { payoutsArea } from './payouts/area.ts';
import { partnersArea } from './partners/area.ts';
import { contractsArea } from './contracts/area.ts';
import { reconciliationArea } from './reconciliation/area.ts';
import { picturesArea } from './pictures/area.ts';
import { publishingArea } from './publishing/area.ts';
import { savedSearchesArea } from './savedSearches/area.ts';
import { favoritesArea } from './favorites/area.ts';
import { mailArea } from './mail/area.ts';

/** All areas. The steps of leaving run in this order. */
export const areas: readonly Area[] = [
  settingsArea,
  resortsArea,
  listingsArea,
  calendarsArea,
  weeksArea,
  salesArea,
  reviewsArea,
  accountsArea,
  administrationArea,
  auditArea,
  bookingsArea,
  messagesArea,
  escrowArea,
  inquiriesArea,
  inventoryArea,
  pricingArea,
  paymentsArea,
  payoutsArea,
  partnersArea,
  contractsArea,
  reconciliationArea,
  picturesArea,
  publishingArea,
  savedSearchesArea,
  favoritesArea,
  mailArea,
];

/** Every documented route under /api and /s3 (docs/rest.md). */
export const restRoutes = areas.flatMap(({ routes = [] }) => routes);

/** Steps of all areas when an account is removed; the accounts area imports none of them. */
export const leaving = areas.flatMap((area) => area.leaving ?? []);
