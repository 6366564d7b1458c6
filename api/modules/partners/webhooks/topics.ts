import type { TokenScope } from '#api/platform/apiTokens.ts';

/** What an endpoint can choose to be told of. */
export const webhookTopics = [
  'listing.published',
  'listing.changed',
  'listing.withdrawn',
  'resort.published',
  'resort.changed',
  'resort.withdrawn',
  'review.published',
  'booking.*',
] as const;

export type WebhookTopic = (typeof webhookTopics)[number];

/** The type of the event that `sendTestEvent` makes; nobody chooses it. */
export const testEventType = 'webhook.test';

const scopes: Readonly<Record<string, TokenScope>> = {
  listing: 'listings:read',
  resort: 'resorts:read',
  review: 'resorts:read',
  booking: 'bookings:read',
};

/** The first words of the types of events that need a scope to be read. */
export const scopedKinds = Object.keys(scopes);

/** The scope with which a token may read events of a topic or type; undefined if it needs none. */
export const scopeOfEvents = (type: string): TokenScope | undefined =>
  scopes[type.split('.', 1)[0] ?? ''];
