import type { InquiryStatus } from '../../../__generated__/inquiriesPageLoaderQuery.graphql.ts';
import type { Status } from '../../../ui/basics/statuses.ts';

/** As the team calls them; partial, since a newer server may know another. */
export const inquiryStatuses: Readonly<Partial<Record<InquiryStatus, Status>>> = {
  NEW: { tone: 'open', label: 'New' },
  CONTACTED: { tone: 'good', label: 'Contacted' },
  CONVERTED: { tone: 'good', label: 'Converted' },
  CLOSED: { tone: 'quiet', label: 'Closed' },
};
