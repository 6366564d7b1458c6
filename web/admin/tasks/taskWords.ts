import type { AdminTaskKind } from '#web/__generated__/sectionCountLoaderQuery.graphql.ts';
import { nounFor } from '#common/numbers.ts';

/** Without the placeholder that Relay adds for values of newer servers. */
export type TaskKind = Exclude<AdminTaskKind, `%${string}`>;

interface TaskWords {
  noun: string;
  /** The team's action, after the noun. */
  todo: string;
  to: string;
}

const words: Readonly<Record<TaskKind, TaskWords>> = {
  DISPUTE: {
    noun: 'reported problem',
    todo: 'to settle',
    to: '/admin/bookings?filter=disputes',
  },
  LONE_APPEAL: {
    noun: 'appeal',
    todo: 'without another administrator to decide',
    to: '/admin/bookings?filter=disputes',
  },
  REQUEST: { noun: 'request', todo: 'to answer', to: '/admin/bookings?filter=waiting' },
  CERTIFICATE: {
    noun: 'guest certificate',
    todo: 'to get',
    to: '/admin/bookings?filter=waiting',
  },
  DIFFERENCE: {
    noun: 'difference',
    todo: 'in the books to look into',
    to: '/admin/reconciliation',
  },
  PAYOUT: { noun: 'owner', todo: 'who cannot be paid', to: '/admin/bookings/payouts' },
  REFUND: { noun: 'refund', todo: 'to settle', to: '/admin/bookings/refunds' },
  ESCROW: { noun: 'escrow', todo: 'to ask for again', to: '/admin/moderation' },
  VERIFICATION: { noun: 'listing', todo: 'to verify', to: '/admin/verification' },
  INQUIRY: { noun: 'inquiry', todo: 'to answer', to: '/admin/inquiries' },
  REVIEW_REPORT: { noun: 'reported review', todo: 'to look at', to: '/admin/moderation' },
  MESSAGE_REPORT: { noun: 'reported message', todo: 'to look at', to: '/admin/moderation' },
  ORGANIZATION: {
    noun: 'organization',
    todo: 'to approve',
    to: '/admin/organizations?filter=pending',
  },
  MAIL: { noun: 'mail', todo: 'that could not be sent', to: '/admin/mail?status=failed' },
  JOB: { noun: 'job', todo: 'to try again or drop', to: '/admin#jobs' },
  SYNC: { noun: 'provider', todo: 'with a failed sync', to: '/admin/inventory' },
  RESORT_MATCH: {
    noun: 'resort',
    todo: 'of a provider to match',
    to: '/admin/inventory/resorts',
  },
};

/** The words and screen of a kind of task; undefined for kinds of newer servers. */
export function taskWords(kind: AdminTaskKind, count: number) {
  const known = Object.hasOwn(words, kind) ? words[kind as TaskKind] : undefined;
  return known && { text: `${nounFor(count, known.noun)} ${known.todo}`, to: known.to };
}
