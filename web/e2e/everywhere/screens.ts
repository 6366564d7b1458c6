import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sql } from '../support/database.ts';
import { signInAs, site, siteUrl } from '../support/fixtures.ts';
import { startSession } from '../support/sessions.ts';
import type { SpecScreen } from './specTexts.ts';

export interface Screen {
  path: string | (() => Promise<string>);
  signedIn?: boolean;
  /** As an administrator. */
  isAdmin?: boolean;
  /** As the owner of the sample data. */
  isOwner?: boolean;
  /** As the traveler of the sample data. */
  isTraveler?: boolean;
  /** The server responds with status 404. */
  isMissing?: boolean;
  /** The dialog that the URL opens. */
  dialog?: string;
  /** The screen that has all parts of this screen, which need to be operable once. */
  partsOf?: string;
  /** Also tests header and footer, once for all pages that share them. */
  walksFrame?: boolean;
}

/** All pages, with the dialogs and states that a URL can open. */
export const screens: Record<string, Screen> = {
  Home: { path: '/' },
  'Home, signed in': { path: '/', signedIn: true },
  Search: { path: '/search' },
  'Search with filters': { path: '/search?q=mexico&price=100-300&rating=4&guests=2' },
  'Search in words': { path: '/search?q=aruba+summer+for+4' },
  'Search with flexible dates': {
    path: `/search?season=summer-${new Date().getUTCFullYear() + 1}&nights=7&total=3000`,
  },
  'Search on the map': { path: '/search?view=map' },
  Weeks: { path: '/search?view=weeks' },
  'Weeks in words': { path: '/search?q=aruba+for+4&view=weeks&sort=total' },
  'Weeks without results': { path: '/search?q=zzqqxxyy&view=weeks' },
  'Search without results': { path: '/search?q=zzqqxxyy' },
  Buy: { path: '/search?type=buy' },
  'Buy with filters': { path: '/search?type=buy&use=annual&price-to=40000&sort=fee' },
  'Buy without results': { path: '/search?type=buy&q=aruba&price-to=0' },
  'For sale': { path: async () => `/sale/${(await saleIds())[0]}` },
  'No longer for sale': {
    path: '/sale/00000000-0000-7000-8000-000000000000',
    isMissing: true,
  },
  'Making an offer': {
    path: async () => `/sale/${(await saleIds())[0]}/offer`,
    signedIn: true,
  },
  'No offer can be made': {
    path: '/sale/00000000-0000-7000-8000-000000000000/offer',
    signedIn: true,
    isMissing: true,
    partsOf: 'No such organization',
  },
  'No such sale': {
    path: '/sales/00000000-0000-7000-8000-000000000000',
    signedIn: true,
    isMissing: true,
    partsOf: 'No such organization',
  },
  'An offer': { path: () => salePath('OFFERED'), isTraveler: true },
  'A sale in closing': { path: () => salePath('AGREED'), isTraveler: true },
  'A sale, as the team sees it': { path: () => salePath('AGREED'), isAdmin: true },
  'My Offers and Sales': { path: '/dashboard/sales', isTraveler: true },
  'My Offers and Sales, none yet': { path: '/dashboard/sales', signedIn: true },
  'My sales that ended, none yet': { path: '/dashboard/sales?list=ended', signedIn: true },
  'Is this offer real': { path: '/verify' },
  'An offer that is not real': { path: '/verify/CDFGH-JKMNP' },
  'An offer that is real': {
    path: async () => {
      const [row] = await sql<{ code: string }>(
        site.databaseUrl,
        'SELECT offer_code AS code FROM listings WHERE on_sale ORDER BY id LIMIT 1',
      );
      return `/verify/${row?.code}`;
    },
  },
  Compare: { path: async () => `/compare?sale=${(await saleIds()).join(',')}` },
  'Compare weeks': { path: async () => `/compare?week=${(await weekIds()).join(',')}` },
  'Compare nothing': { path: '/compare' },
  'Sell, signed out': { path: '/search?type=sell' },
  'Sell, signed in': { path: '/search?type=sell', signedIn: true },
  Resort: { path: resortPath },
  'Resort, signed in, by its other path': {
    path: async () => (await resortPath()).replace('/resort/', '/resorts/'),
    signedIn: true,
  },
  'All reviews': { path: async () => `${await resortPath()}?reviews=all`, dialog: 'All Reviews' },
  'Writing a review': {
    path: async () => `${await resortPath()}?review=write`,
    signedIn: true,
    dialog: 'Your Review',
  },
  'A resort with a stay that is taken': {
    path: async () => `${await resortPath()}?from=2020-01-04&to=2020-01-11&guests=2`,
  },
  'No such resort': {
    path: '/resort/00000000-0000-7000-8000-000000000000',
    isMissing: true,
  },
  'Sign In': { path: '/auth' },
  Register: { path: '/auth?mode=register' },
  'Forgot password': { path: '/auth?mode=forgot' },
  'Confirm email': { path: '/verify-email?token=none' },
  'Confirm new email': { path: '/confirm-email?token=none', partsOf: 'Confirm email' },
  'New password': { path: '/reset-password?token=none' },
  'A link that lacks a part': { path: '/verify-email' },
  'Guest certificate to confirm': { path: '/certificate?token=none' },
  'A sale, as the escrow partner sees it': { path: () => partnerPath('AGREED', '30 days') },
  'A link of the escrow partner that has expired': {
    path: () => partnerPath('OFFERED', '-1 day'),
    partsOf: 'Guest certificate to confirm',
  },
  'A link of the escrow partner that is over': {
    path: '/partner/sale?token=none',
    partsOf: 'Guest certificate to confirm',
  },
  'Turn off alerts': { path: '/unsubscribe?token=none' },
  Dashboard: { path: '/dashboard', signedIn: true, walksFrame: true },
  'Account Settings': { path: '/dashboard/settings', signedIn: true },
  'Changing the email': { path: '/dashboard/settings/email', signedIn: true },
  'Changing the password': { path: '/dashboard/settings/password', signedIn: true },
  Sessions: { path: '/dashboard/settings/sessions', signedIn: true },
  Notifications: { path: '/dashboard/settings/notifications', signedIn: true },
  'Your Data': { path: '/dashboard/settings/data', signedIn: true },
  'Close Account': { path: '/dashboard/settings/close', signedIn: true },
  'Submit Your Property': {
    path: '/dashboard?dialog=property',
    signedIn: true,
    dialog: 'Submit Your Property',
  },
  'Saved Searches': {
    path: '/dashboard?dialog=saved-searches',
    signedIn: true,
    dialog: 'Saved Searches',
  },
  'Admin Dashboard': { path: '/admin', isAdmin: true },
  'System Alerts': { path: '/admin?dialog=alerts', isAdmin: true, dialog: 'System Alerts' },
  Reports: { path: '/admin/reports?days=90', isAdmin: true },
  'Audit Log': { path: '/admin/audit', isAdmin: true },
  Users: { path: '/admin/users', isAdmin: true },
  'Add New User': { path: '/admin/users?dialog=add', isAdmin: true, dialog: 'Add New User' },
  Resorts: { path: '/admin/resorts', isAdmin: true },
  'Add New Resort': {
    path: '/admin/resorts?dialog=add',
    isAdmin: true,
    dialog: 'Add New Resort',
  },
  'Import Resorts': {
    path: '/admin/resorts?dialog=import',
    isAdmin: true,
    dialog: 'Import Resorts',
  },
  Listings: { path: '/admin/listings', isAdmin: true },
  'Listings of one kind': {
    path: '/admin/listings?q=week&status=verified&sort=price',
    isAdmin: true,
  },
  'No such listing, for the team': {
    path: '/admin/listings/none',
    isAdmin: true,
    isMissing: true,
  },
  Inventory: { path: () => whileNothingSyncs('/admin/inventory'), isAdmin: true },
  'Sync History': {
    path: () => whileNothingSyncs('/admin/inventory?tab=history'),
    isAdmin: true,
  },
  'Add Provider': {
    path: '/admin/inventory?dialog=add',
    isAdmin: true,
    dialog: 'Add Provider',
  },
  'Resorts to Match': { path: '/admin/inventory/resorts', isAdmin: true },
  'No such preview': {
    path: '/admin/inventory/runs/none/rows',
    isAdmin: true,
    isMissing: true,
    partsOf: 'No such listing, for the team',
  },
  'No such sync': {
    path: '/admin/inventory/runs/none',
    isAdmin: true,
    isMissing: true,
    partsOf: 'No such listing, for the team',
  },
  'List Your Timeshare': { path: '/create-listing', signedIn: true },
  'Uploading a contract': {
    path: '/create-listing?dialog=upload',
    signedIn: true,
    dialog: 'Upload Ownership Contract',
  },
  'Steps of no listing': { path: '/create-listing?step=escrow&listing=none', signedIn: true },
  'Organizations, none yet': { path: '/organizations', signedIn: true },
  Organizations: { path: () => organizationPath().then(() => '/organizations'), isOwner: true },
  'Opening an organization': {
    path: '/organizations?dialog=open',
    signedIn: true,
    dialog: 'Open an organization',
  },
  'Members of an organization': { path: () => organizationPath(), isOwner: true },
  'Inviting a colleague': {
    path: async () => `${await organizationPath()}?dialog=invite`,
    isOwner: true,
    dialog: 'Invite a colleague',
  },
  'Tokens of an organization': { path: () => organizationPath('/tokens'), isOwner: true },
  'Making a token': {
    path: () => organizationPath('/tokens?dialog=new'),
    isOwner: true,
    dialog: 'Make a token',
  },
  'Webhooks of an organization': { path: () => webhooksPath(), isOwner: true },
  'Adding an endpoint': {
    path: () => webhooksPath('?dialog=new'),
    isOwner: true,
    dialog: 'Add an endpoint',
  },
  'Usage of an organization': { path: () => organizationPath('/usage?days=7'), isOwner: true },
  'Settings of an organization': { path: () => organizationPath('/settings'), isOwner: true },
  'No such organization': {
    path: '/organizations/00000000-0000-7000-8000-000000000000',
    signedIn: true,
    isMissing: true,
  },
  'Join an organization': { path: '/organizations/join?token=none' },
  'Join an organization, signed in': {
    path: '/organizations/join?token=none',
    signedIn: true,
  },
  'Organizations, for the team': {
    path: () => organizationPath().then(() => '/admin/organizations'),
    isAdmin: true,
  },
  'Messages, none yet': { path: '/messages', signedIn: true },
  Messages: { path: () => threadPath().then(() => '/messages'), isOwner: true },
  'A conversation': { path: threadPath, isOwner: true },
  'A week that nobody can ask about': { path: '/messages/new?listing=none', signedIn: true },
  'No such conversation': {
    path: '/messages/00000000-0000-7000-8000-000000000000',
    signedIn: true,
    isMissing: true,
    partsOf: 'No such organization',
  },
  'My Submissions': { path: () => submissionPath('/dashboard/submissions'), isAdmin: true },
  'My Submissions, none yet': { path: '/dashboard/submissions', signedIn: true },
  'My submission': { path: () => submissionPath(), isAdmin: true },
  'No such submission of mine': {
    path: '/dashboard/submissions/none',
    signedIn: true,
    isMissing: true,
    partsOf: 'No such organization',
  },
  'My Listings': { path: '/dashboard/listings', isOwner: true },
  'My Listings, none yet': { path: '/dashboard/listings', signedIn: true },
  'My listing with a question': { path: () => ownListingPath('MORE_INFORMATION'), isOwner: true },
  'My listing, turned down': { path: () => ownListingPath('REJECTED'), isOwner: true },
  'My listing with stays': { path: () => ownListingPath('PUBLISHED', true), isOwner: true },
  'Withdrawing a listing': {
    path: async () => `${await ownListingPath('PUBLISHED')}?act=withdraw`,
    isOwner: true,
    dialog: 'Withdraw this listing?',
  },
  'Answering the team': {
    path: async () => `${await ownListingPath('MORE_INFORMATION')}?act=answer`,
    isOwner: true,
    dialog: 'Answer the question',
  },
  'Replacing a document': {
    path: async () => `${await ownListingPath('REJECTED')}?act=document`,
    isOwner: true,
    dialog: 'Upload Ownership Contract',
  },
  'My Bookings': { path: '/bookings', isTraveler: true },
  'My requests': { path: '/bookings?list=requests', isTraveler: true },
  'My past stays': { path: '/bookings?list=past', isTraveler: true },
  'My cancelled bookings': {
    path: '/bookings?list=cancelled',
    isTraveler: true,
  },
  'My Bookings, none yet': { path: '/bookings', signedIn: true },
  'My requests, none yet': {
    path: '/bookings?list=requests',
    signedIn: true,
    partsOf: 'My Bookings, none yet',
  },
  'My past stays, none yet': {
    path: '/bookings?list=past',
    signedIn: true,
    partsOf: 'My Bookings, none yet',
  },
  'My cancelled bookings, none yet': {
    path: '/bookings?list=cancelled',
    signedIn: true,
    partsOf: 'My Bookings, none yet',
  },
  'A booking': { path: bookingPath, isAdmin: true },
  'A receipt': { path: receiptPath, isAdmin: true },
  'No such receipt': {
    path: async () => `${await bookingPath()}/receipts/none`,
    isAdmin: true,
    isMissing: true,
  },
  'A reported problem, for the traveler': { path: disputePath, isTraveler: true },
  'A reported problem, for the owner': { path: disputePath, isOwner: true },
  'A reported problem, for the team': { path: disputePath, isAdmin: true },
  'No such booking': {
    path: '/bookings/none',
    signedIn: true,
    isMissing: true,
    partsOf: 'No such organization',
  },
  Reservations: { path: '/reservations', isOwner: true },
  'Upcoming reservations': {
    path: '/reservations?list=upcoming',
    isOwner: true,
  },
  'Past reservations': { path: '/reservations?list=past', isOwner: true },
  'Reservations without a week': { path: '/reservations', signedIn: true },
  'Calendar without a week': { path: '/reservations?list=calendar', signedIn: true },
  'Calendar of my weeks': { path: '/reservations?list=calendar', isOwner: true },
  Payouts: { path: '/payouts', isOwner: true },
  'Payouts without a week': { path: '/payouts', signedIn: true },
  Statement: { path: `/payouts/${new Date().getUTCFullYear()}`, isOwner: true },
  'No such statement': {
    path: '/payouts/none',
    signedIn: true,
    isMissing: true,
  },
  Checkout: { path: checkoutPath, signedIn: true },
  'Checkout without dates': {
    path: async () => `/checkout/${(await weekIds())[0]}`,
    signedIn: true,
  },
  'Checkout of no week': { path: '/checkout/none', signedIn: true, isMissing: true },
  'Edit Listing': {
    path: async () => `${await ownListingPath('PUBLISHED')}/edit`,
    isOwner: true,
  },
  'Calendar of my listing': {
    path: async () => `${await ownListingPath('PUBLISHED', true)}/calendar`,
    isOwner: true,
  },
  'Adding a calendar': {
    path: async () => `${await ownListingPath('PUBLISHED')}/calendar?act=add`,
    isOwner: true,
    dialog: 'Add a calendar',
  },
  'No such listing with a calendar': {
    path: '/dashboard/listings/none/calendar',
    signedIn: true,
    isMissing: true,
    partsOf: 'No such organization',
  },
  'No such listing of mine': {
    path: '/dashboard/listings/none',
    signedIn: true,
    isMissing: true,
    partsOf: 'No such organization',
  },
  'No such listing to edit': {
    path: '/dashboard/listings/none/edit',
    signedIn: true,
    isMissing: true,
    partsOf: 'No such organization',
  },
  Verification: { path: '/admin/verification', isAdmin: true },
  'Review of a proof': { path: reviewPath, isAdmin: true },
  'Verifying an ownership': {
    path: async () => `${await reviewPath()}?act=verify`,
    isAdmin: true,
    dialog: 'Verify this ownership?',
  },
  'Rejecting a listing': {
    path: async () => `${await reviewPath()}?act=reject`,
    isAdmin: true,
    dialog: 'Reject this listing?',
  },
  'No such listing to review': {
    path: '/admin/verification/none',
    isAdmin: true,
    isMissing: true,
    partsOf: 'No such listing, for the team',
  },
  'Site Settings': { path: '/admin/settings', isAdmin: true },
  'Occupancy taxes': { path: '/admin/taxes', isAdmin: true },
  'General settings': { path: '/admin/settings?tab=general', isAdmin: true },
  'All settings': { path: '/admin/settings?tab=all', isAdmin: true },
  'New setting': { path: '/admin/settings?tab=new', isAdmin: true },
  Mail: { path: '/admin/mail', isAdmin: true },
  'Mail templates': { path: '/admin/mail?tab=templates', isAdmin: true },
  Bookings: { path: '/admin/bookings', isAdmin: true },
  'Bookings, none found': { path: '/admin/bookings?q=zzqqxxyy', isAdmin: true },
  Disputes: { path: '/admin/bookings?filter=disputes', isAdmin: true },
  'Unpaid Holds': { path: '/admin/bookings/holds', isAdmin: true },
  'Unpaid holds of my weeks': { path: '/reservations?list=holds', isOwner: true },
  'Payouts on Hold': { path: '/admin/bookings/payouts', isAdmin: true },
  'Refunds to Settle': { path: '/admin/bookings/refunds', isAdmin: true },
  Chargebacks: { path: '/admin/bookings/chargebacks', isAdmin: true },
  Reconciliation: { path: '/admin/reconciliation', isAdmin: true },
  'Taxes and Providers': { path: '/admin/bookings/remittances', isAdmin: true },
  'Payments Made': { path: '/admin/bookings/remittances/paid', isAdmin: true },
  Sales: { path: '/admin/sales', isAdmin: true },
  'Cooling-off Periods': { path: '/admin/sales/cooling-off', isAdmin: true },
  'Sales, none found': { path: '/admin/sales?filter=set_aside', isAdmin: true },
  Inquiries: { path: '/admin/inquiries', isAdmin: true },
  'An inquiry': { path: inquiryPath, isAdmin: true },
  Moderation: { path: '/admin/moderation', isAdmin: true },
  Developers: { path: '/developers' },
  Forums: { path: '/forums' },
  Contact: { path: '/contact', walksFrame: true },
  'Help Center': { path: '/help' },
  'Travel Tips': { path: '/travel-tips' },
  'Owner Resources': { path: '/owner-resources' },
  'Safety & Trust': { path: '/safety' },
  'Terms of Service': { path: '/terms' },
  'Privacy Policy': { path: '/privacy' },
  'Page Not Found': { path: '/nowhere', isMissing: true },
};

/** The name of the screen that shows these texts as soon as it is opened. */
export function screenOf({ path, viewer, reach }: SpecScreen): string | undefined {
  if (reach) return undefined;
  return Object.entries(screens).find(
    ([, screen]) =>
      screen.path === path &&
      (screen.signedIn ?? false) === (viewer === 'signedIn') &&
      (screen.isAdmin ?? false) === (viewer === 'admin'),
  )?.[0];
}

/** The path and query of a screen. */
export const pathOf = async ({ path }: Screen): Promise<string> =>
  typeof path === 'string' ? path : path();

export async function resortPath(): Promise<string> {
  const answer = await fetch(`${siteUrl}/api/resorts/new-availability?limit=1`);
  const [resort] = (await answer.json()) as { id: string }[];
  return `/resort/${resort?.id}`;
}

/** Ids of four listings for sale. */
export async function saleIds(): Promise<string[]> {
  const { saleListings } = await ask<{ saleListings: Ids }>(
    '{ saleListings(first: 4) { edges { node { databaseId } } } }',
  );
  return saleListings.edges.map(({ node }) => node.databaseId);
}

/** Ids of two listings for rent. */
async function weekIds(): Promise<string[]> {
  const { listings } = await ask<{ listings: Ids }>(
    '{ listings(first: 2) { edges { node { databaseId } } } }',
  );
  return listings.edges.map(({ node }) => node.databaseId);
}

interface Ids {
  edges: { node: { databaseId: string } }[];
}

/** Signs the page's context in as the owner of the sample data. */
export const signInAsOwner = (page: Page): Promise<void> => signInAs(page, 'owner');

/** Signs the page's context in as the traveler of the sample data. */
export const signInAsTraveler = (page: Page): Promise<void> => signInAs(page, 'traveller');

interface SampleListing {
  databaseId: string;
  status: string;
  stays: object[];
}

/** A conversation of the owner of the sample data, with contact details on both sides. */
async function threadPath(): Promise<string> {
  const [thread] = await sql<{ id: string }>(
    site.databaseUrl,
    `WITH written AS (
       INSERT INTO message_threads
         (id, listing_id, traveler_id, last_number, last_of_traveler, last_of_owner,
          last_message_at, created_at)
       SELECT uuidv7(), listings.id, traveler.id, 2, 1, 2, now(), now()
       FROM listings JOIN users AS owner ON owner.id = owner_id AND owner.username = 'owner',
            users AS traveler
       WHERE traveler.username = 'traveller' AND on_offer ORDER BY listings.id LIMIT 1
       ON CONFLICT (listing_id, traveler_id, owner_id) DO UPDATE SET last_number = 2 RETURNING id)
     SELECT id FROM written`,
  );
  await sql(
    site.databaseUrl,
    `INSERT INTO messages (id, thread_id, number, side, text, sent_at)
     SELECT uuidv7(), $1, number, side::"MessageSide", text, now()
     FROM (VALUES (1, 'traveler', 'Is it near the pool? Call 808-555-1234'),
                  (2, 'owner', 'It is. Write to olga@example.com')) AS said (number, side, text)
     ON CONFLICT (thread_id, number) DO NOTHING`,
    [thread?.id],
  );
  return `/messages/${thread?.id}`;
}

/** A part of an organization of the sample owner, with a colleague, an invitation, a token and calls. */
async function organizationPath(part = ''): Promise<string> {
  const [organization] = await sql<{ id: string }>(
    site.databaseUrl,
    `INSERT INTO organizations (id, account_id, name, website, purpose)
     SELECT uuidv7(), id, 'Harbour Weeks', 'https://harbour.example', 'A channel manager'
     FROM users WHERE username = 'owner'
     ON CONFLICT (account_id) DO UPDATE SET name = excluded.name RETURNING id`,
  );
  const of = [organization?.id];
  await sql(
    site.databaseUrl,
    `INSERT INTO organization_members (organization_id, user_id, role)
     SELECT $1, id, CASE username WHEN 'owner' THEN 'owner' ELSE 'developer' END::"OrganizationRole"
     FROM users WHERE username IN ('owner', 'traveller') ON CONFLICT DO NOTHING`,
    of,
  );
  await sql(
    site.databaseUrl,
    `INSERT INTO organization_invitations (id, organization_id, email, role, expires_at)
     VALUES ('an invitation', $1, 'mia@example.com', 'viewer', now() + interval '7 days')
     ON CONFLICT DO NOTHING`,
    of,
  );
  await sql(
    site.databaseUrl,
    `INSERT INTO api_tokens (id, organization_id, name, mode, hash, hint, scopes, expires_at,
                             last_used_at, last_used_address)
     VALUES (uuidv7(), $1, 'Channel manager', 'test', sha256('channel manager'), 'x7Qz',
             '{resorts:read,listings:read}', now() + interval '1 year', now(), '127.0.0.1')
     ON CONFLICT DO NOTHING`,
    of,
  );
  await sql(
    site.databaseUrl,
    `INSERT INTO api_usage (organization_id, mode, day, operation, calls, errors, points,
                            milliseconds, longest)
     SELECT $1, 'live', (now() AT TIME ZONE 'UTC')::date - back, operation, calls, back, 90, 400, 120
     FROM (VALUES (0, 'Resorts', 12), (1, 'Resorts', 7), (1, 'GET /api/resorts/:id/reviews', 3))
       AS used (back, operation, calls)
     ON CONFLICT DO NOTHING`,
    of,
  );
  return `/organizations/${organization?.id}${part}`;
}

/** Endpoints that work, fail, are paused and were given up, with deliveries. */
async function webhooksPath(search = ''): Promise<string> {
  const path = await organizationPath('/webhooks');
  const [, , organizationId] = path.split('/');
  await sql(
    site.databaseUrl,
    `WITH added AS (
       INSERT INTO webhook_endpoints (id, organization_id, address, topics, secret, transaction,
                                      failures, paused_at, gave_up)
       SELECT gen_random_uuid(), $1, 'https://harbour.example/' || name, '{listing.changed,booking.*}',
              'sealed', 0, failures, CASE WHEN is_paused THEN now() END, gave_up
       FROM (VALUES ('hooks', 0, false, false), ('failing', 3, false, false),
                    ('paused', 0, true, false), ('given-up', 18, true, true))
         AS wanted (name, failures, is_paused, gave_up)
       WHERE NOT EXISTS (SELECT FROM webhook_endpoints WHERE organization_id = $1)
       RETURNING id, failures),
     happened AS (
       INSERT INTO api_events (id, type, object_type, object_id, data)
       SELECT gen_random_uuid(), 'listing.changed', 'Listing', id, '{"title": "A week by the harbour"}'
       FROM added RETURNING id, object_id)
     INSERT INTO webhook_deliveries (id, endpoint_id, event_id, object_id, attempts, due_at,
                                     last_tried_at, delivered_at, answer_status, answer)
     SELECT gen_random_uuid(), added.id, happened.id, added.id, failures + 1,
            now() + interval '8 hours', now(), CASE failures WHEN 0 THEN now() END,
            CASE failures WHEN 0 THEN 200 ELSE 503 END,
            CASE failures WHEN 0 THEN 'ok' ELSE 'Service unavailable' END
     FROM added JOIN happened ON object_id = added.id`,
    [organizationId],
  );
  return path + search;
}

/** The path of a sale of the sample traveler with this status. */
async function salePath(status: string): Promise<string> {
  const { mySales } = await askAs<{ mySales: Ids }>(
    'traveller',
    `{ mySales(statuses: [${status}], first: 1) { edges { node { databaseId } } } }`,
  );
  return `/sales/${mySales.edges[0]?.node.databaseId}`;
}

/** The page of a sale of the sample traveler for the escrow partner, by a link that works for a time. */
async function partnerPath(status: string, time: string): Promise<string> {
  const [, , saleId] = (await salePath(status)).split('/');
  await sql(
    site.databaseUrl,
    `INSERT INTO sale_partner_links (sale_id, hash, made_by_id, expires_at)
     SELECT $1, encode(sha256(('a link of the partner for ' || $2::text)::bytea), 'hex'), id,
       now() + $2::text::interval
     FROM users WHERE username = 'admin'
     ON CONFLICT (sale_id) DO UPDATE SET hash = excluded.hash`,
    [saleId, time],
  );
  return `/partner/sale?token=${encodeURIComponent(`a link of the partner for ${time}`)}`;
}

/** The path of a listing of the sample owner with this status. */
async function ownListingPath(status: string, hasStays = false): Promise<string> {
  const data = await askAs<{ viewer: { listings: { edges: { node: SampleListing }[] } } }>(
    'owner',
    '{ viewer { listings(first: 100) { edges { node { databaseId status stays { guests } } } } } }',
  );
  const found = data.viewer.listings.edges.find(
    ({ node }) => node.status === status && node.stays.length > 0 === hasStays,
  );
  return `/dashboard/listings/${found?.node.databaseId}`;
}

/** The review of a listing that can be decided on, although it has no document yet. */
async function reviewPath(): Promise<string> {
  const data = await askAs<{ verificationQueue: { edges: { node: SampleListing }[] } }>(
    'admin',
    '{ verificationQueue(status: MORE_INFORMATION, first: 1) { edges { node { databaseId } } } }',
  );
  return `/admin/verification/${data.verificationQueue.edges[0]?.node.databaseId}`;
}

/** Submits an inquiry; returns its path for the team. */
async function inquiryPath(): Promise<string> {
  return `/admin/inquiries/${await submittedId()}`;
}

/** Submits an inquiry; returns its path for its member, or the path of the list. */
async function submissionPath(list?: string): Promise<string> {
  const id = await submittedId();
  return list ?? `/dashboard/submissions/${id}`;
}

async function submittedId(): Promise<string> {
  const sent = await askAs<{ submitProperty: { inquiry: { databaseId: string } } }>(
    'admin',
    `mutation {
      submitProperty(input: {
        propertyName: "A week to look at", resortName: "Harbour House", location: "Camden, Maine",
        unit: "Studio", ownership: "Deeded", weekDetails: "Week 3", askingPrice: "$900",
        contactPhone: "+1 555 0100", idempotencyKey: "a-week-to-look-at"
      }) { ... on SubmitPropertyPayload { inquiry { databaseId } } }
    }`,
  );
  return sent.submitProperty.inquiry.databaseId;
}

/** A path that is visited while no sync of another test is running, which it would show. */
async function whileNothingSyncs(path: string): Promise<string> {
  await expect
    .poll(() =>
      sql(site.databaseUrl, `SELECT FROM inventory_syncs WHERE status IN ('waiting', 'running')`),
    )
    .toEqual([]);
  return path;
}

/** A stay of the sample traveler that is over, so that nobody changes it. */
async function bookingPath(): Promise<string> {
  const [booking] = await sql<{ id: string }>(
    site.databaseUrl,
    `SELECT bookings.id FROM bookings JOIN users ON users.id = user_id
     WHERE status = 'completed' AND username = 'traveller' ORDER BY check_in LIMIT 1`,
  );
  return `/bookings/${booking?.id}`;
}

/** The receipt of a payment of the sample traveler. */
async function receiptPath(): Promise<string> {
  const [receipt] = await sql<{ path: string }>(
    site.databaseUrl,
    `SELECT format('/bookings/%s/receipts/%s-%s', booking_id, year, lpad(number::text, 6, '0')) AS path
     FROM receipts JOIN bookings ON bookings.id = booking_id JOIN users ON users.id = user_id
     WHERE kind = 'receipt' AND username = 'traveller' ORDER BY year, number LIMIT 1`,
  );
  return receipt?.path ?? '';
}

/** A stay of the sample traveler at a week of the sample owner, about which both have said something. */
async function disputePath(): Promise<string> {
  const [booking] = await sql<{ id: string }>(
    site.databaseUrl,
    `SELECT bookings.id FROM bookings JOIN users ON users.id = user_id
     WHERE status = 'disputed' AND username = 'traveller'`,
  );
  return `/bookings/${booking?.id}`;
}

/** The checkout of the latest week on offer. */
async function checkoutPath(): Promise<string> {
  const { weeks } = await ask<{ weeks: { edges: { node: OfferedStay }[] } }>(
    '{ weeks(first: 50) { edges { node { checkIn checkOut listing { databaseId } } } } }',
  );
  const { checkIn, checkOut, listing } = weeks.edges.at(-1)?.node ?? {};
  return `/checkout/${listing?.databaseId}?checkIn=${checkIn}&checkOut=${checkOut}&guests=1`;
}

interface OfferedStay {
  checkIn: string;
  checkOut: string;
  listing: { databaseId: string };
}

async function askAs<Data>(username: string, query: string): Promise<Data> {
  const { name, value } = await startSession(site, username);
  return ask(query, `${name}=${value}`);
}

async function ask<Data>(query: string, cookie = ''): Promise<Data> {
  const answer = await fetch(`${siteUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await answer.json()) as { data: Data; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}
