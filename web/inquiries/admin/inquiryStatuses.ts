import type { InquiryStatus } from '#web/__generated__/inquiriesPageLoaderQuery.graphql.ts';
import type { Status } from '#web/ui/basics/statuses.ts';

/** Labels for the team. Partial: a newer server may send statuses that this page does not know. */
export const inquiryStatuses: Readonly<Partial<Record<InquiryStatus, Status>>> = {
  NEW: { tone: 'open', label: 'New' },
  CONTACTED: { tone: 'good', label: 'Contacted' },
  CONVERTED: { tone: 'good', label: 'Converted' },
  CLOSED: { tone: 'quiet', label: 'Closed' },
};
