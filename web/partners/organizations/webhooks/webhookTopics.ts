import type { WebhookTopic } from '#web/__generated__/EndpointRow_endpoint.graphql.ts';

/** Partial: a newer server may send topics that this page does not know. */
export const webhookTopics: Readonly<
  Partial<Record<WebhookTopic, { label: string; words: string }>>
> = {
  LISTING_PUBLISHED: { label: 'listing.published', words: 'A listing can be seen from now on.' },
  LISTING_CHANGED: { label: 'listing.changed', words: 'What can be seen of it was changed.' },
  LISTING_WITHDRAWN: { label: 'listing.withdrawn', words: 'It can’t be seen any more.' },
  RESORT_PUBLISHED: { label: 'resort.published', words: 'A resort was added.' },
  RESORT_CHANGED: { label: 'resort.changed', words: 'A resort was edited.' },
  RESORT_WITHDRAWN: { label: 'resort.withdrawn', words: 'A resort was removed.' },
  REVIEW_PUBLISHED: { label: 'review.published', words: 'A resort was reviewed.' },
  BOOKING: { label: 'booking.*', words: 'A booking of your weeks has a new status.' },
  SALE: {
    label: 'sale.*',
    words: 'An offer for, or the sale of, one of your timeshares moves on.',
  },
};
