import type { TokenScope } from '#web/__generated__/TokensSection_organization.graphql.ts';

interface Scope {
  /** As in the documentation and in errors. */
  label: string;
  words: string;
}

/**
 * Permissions of each scope. Partial: a newer server may send scopes that this page does not know.
 */
export const tokenScopes: Readonly<Partial<Record<TokenScope, Scope>>> = {
  RESORTS_READ: {
    label: 'resorts:read',
    words: 'Read and search resorts, their reviews and pictures.',
  },
  LISTINGS_READ: {
    label: 'listings:read',
    words: 'Read weeks for rent and for sale, prices and your own listings.',
  },
  LISTINGS_WRITE: {
    label: 'listings:write',
    words: 'Create, change and withdraw your listings.',
  },
  BOOKINGS_READ: {
    label: 'bookings:read',
    words: 'Read the bookings of your weeks, with names of guests.',
  },
  BOOKINGS_WRITE: {
    label: 'bookings:write',
    words: 'Accept, decline and move bookings of your weeks.',
  },
  STAYS_READ: {
    label: 'stays:read',
    words: 'Read the stays that you have booked as a traveler.',
  },
  STAYS_WRITE: {
    label: 'stays:write',
    words: 'Hold stays for you. You pay them yourself, on this site.',
  },
  SALES_READ: {
    label: 'sales:read',
    words: 'Read offers for your timeshares and their sales, with names.',
  },
  INQUIRIES_READ: {
    label: 'inquiries:read',
    words: 'Read the properties that you have submitted.',
  },
  WEBHOOKS_MANAGE: {
    label: 'webhooks:manage',
    words: 'Manage webhook endpoints and their deliveries.',
  },
};
