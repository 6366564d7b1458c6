import type { TokenScope } from '#api/platform/sessions/apiTokens.ts';

export const webhookTopics = [
  'listing.published',
  'listing.changed',
  'listing.withdrawn',
  'resort.published',
  'resort.changed',
  'resort.withdrawn',
  'review.published',
  'booking.*',
  'sale.*',
] as const;

export type WebhookTopic = (typeof webhookTopics)[number];

export const testEventType = 'webhook.test';

const scopes: Readonly<Record<string, TokenScope>> = {
  listing: 'listings:read',
  resort: 'resorts:read',
  review: 'resorts:read',
  booking: 'bookings:read',
  sale: 'sales:read',
};

/** First words of event types that a token needs a scope to read. */
export const scopedKinds = Object.keys(scopes);

/** The scope with which a token may read events of a topic or type; undefined if none is needed. */
export const scopeOfEvents = (type: string): TokenScope | undefined =>
  scopes[type.split('.', 1)[0] ?? ''];
