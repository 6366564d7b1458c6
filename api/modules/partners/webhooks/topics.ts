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
