import type { InquiryStatus } from '#web/__generated__/InquiriesPageQuery.graphql.ts';
import type { InquiryPageQuery } from '#web/__generated__/InquiryPageQuery.graphql.ts';
import type { Status } from '#web/ui/basics/statuses.ts';

/** Labels for the team. Partial: a newer server may send statuses that this page does not know. */
export const inquiryStatuses: Readonly<Partial<Record<InquiryStatus, Status>>> = {
  NEW: { tone: 'open', label: 'New' },
  CONTACTED: { tone: 'good', label: 'Contacted' },
  CONVERTED: { tone: 'good', label: 'Converted' },
  CLOSED: { tone: 'quiet', label: 'Closed' },
};

export type Inquiry = NonNullable<InquiryPageQuery['response']['inquiry']>;

/** Maximum length of a note or message on the server. */
export const mostLetters = 5_000;
