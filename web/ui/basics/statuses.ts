import type { BookingStatus } from '#web/__generated__/BookingBadge_booking.graphql.ts';
import type { OwnListingStatus } from '#web/__generated__/ListingsCard_viewer.graphql.ts';
import type { InquiryStatus } from '#web/__generated__/PropertyListInquiry_inquiry.graphql.ts';

import type { PayoutAccountStatus } from '#web/__generated__/BankAccount_viewer.graphql.ts';
import type { PayoutStatus } from '#web/__generated__/PayoutsPage_payouts.graphql.ts';
import type { OrganizationStatus } from '#web/__generated__/OrganizationsPageQuery.graphql.ts';
import type { ChargebackStatus } from '#web/__generated__/ChargebacksPageQuery.graphql.ts';
import type { EscrowStatus } from '#web/__generated__/EscrowBadge_listing.graphql.ts';

export interface Status {
  tone: 'good' | 'open' | 'quiet' | 'bad' | 'strong';
  label: string;
}

/** The shared classes of a tone. */
export const surfaces: Readonly<Record<Status['tone'], string>> = {
  good: 'on-foam teal',
  open: 'on-sun',
  quiet: 'on-sand ink',
  bad: 'on-red',
  strong: 'on-teal white',
};

/** Partial: a newer server may send statuses that this page does not know. */
type Statuses<TValue extends string> = Readonly<Partial<Record<TValue, Status>>>;

export const bookingStatuses: Statuses<BookingStatus> = {
  HELD: { tone: 'open', label: 'In checkout' },
  PENDING: { tone: 'open', label: 'Requested' },
  CONFIRMED: { tone: 'good', label: 'Confirmed' },
  CERTIFIED: { tone: 'good', label: 'Certificate issued' },
  CHECKED_IN: { tone: 'good', label: 'Checked in' },
  COMPLETED: { tone: 'quiet', label: 'Completed' },
  DECLINED: { tone: 'quiet', label: 'Declined' },
  EXPIRED: { tone: 'quiet', label: 'Expired' },
  CANCELLED: { tone: 'quiet', label: 'Cancelled' },
  DISPUTED: { tone: 'bad', label: 'Disputed' },
  RESOLVED: { tone: 'quiet', label: 'Resolved' },
};

/** For unpaid holds. */
export const holdStatuses = {
  open: { tone: 'open', label: 'In checkout' },
  over: { tone: 'quiet', label: 'Not paid' },
} as const satisfies Record<string, Status>;

export const listingStatuses: Statuses<OwnListingStatus> = {
  PUBLISHED: { tone: 'good', label: 'Published' },
  OVER: { tone: 'quiet', label: 'Over' },
  IN_REVIEW: { tone: 'open', label: 'In review' },
  MORE_INFORMATION: { tone: 'open', label: 'Waiting for you' },
  REJECTED: { tone: 'bad', label: 'Rejected' },
  EXPIRED: { tone: 'bad', label: 'Proof expired' },
  WITHDRAWN: { tone: 'quiet', label: 'Withdrawn' },
};

export const inquiryStatuses: Statuses<InquiryStatus> = {
  NEW: { tone: 'open', label: 'Received' },
  CONTACTED: { tone: 'good', label: 'In touch' },
  CONVERTED: { tone: 'good', label: 'Being listed' },
  CLOSED: { tone: 'quiet', label: 'Closed' },
};

export const payoutStatuses: Statuses<PayoutStatus> = {
  WAITING: { tone: 'open', label: 'On its way' },
  SUCCEEDED: { tone: 'good', label: 'Paid' },
  FAILED: { tone: 'bad', label: 'Refused' },
};

export const payoutAccountStatuses: Statuses<PayoutAccountStatus> = {
  INCOMPLETE: { tone: 'open', label: 'Not finished' },
  CHECKING: { tone: 'open', label: 'Being checked' },
  READY: { tone: 'good', label: 'Ready' },
  REFUSED: { tone: 'bad', label: 'Refused' },
};

export const chargebackStatuses: Statuses<ChargebackStatus> = {
  OPEN: { tone: 'open', label: 'Open' },
  WON: { tone: 'good', label: 'Won' },
  LOST: { tone: 'bad', label: 'Lost' },
  INQUIRY: { tone: 'open', label: 'Inquiry' },
  CLOSED: { tone: 'good', label: 'Inquiry closed' },
};

export const escrowStatuses: Statuses<EscrowStatus> = {
  NONE: { tone: 'quiet', label: 'No escrow' },
  PENDING: { tone: 'open', label: 'Escrow opening' },
  ACTIVE: { tone: 'good', label: 'Escrow open' },
  RELEASED: { tone: 'good', label: 'Paid out' },
  REFUNDED: { tone: 'quiet', label: 'Refunded' },
  DISPUTED: { tone: 'bad', label: 'Disputed' },
};

export const organizationStatuses: Statuses<OrganizationStatus> = {
  PENDING: { tone: 'open', label: 'Waiting for approval' },
  APPROVED: { tone: 'good', label: 'Approved' },
  REFUSED: { tone: 'bad', label: 'Refused' },
  SUSPENDED: { tone: 'bad', label: 'Suspended' },
};
