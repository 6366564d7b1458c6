import type { Deps } from '#api/context/context.ts';
import type { PaymentOperation, Prisma } from '#api/generated/prisma/client.ts';
import { refundRetryHours } from '#common/durations.ts';
import { formatMoney } from '#common/money.ts';
import { recipientOf } from '../accounts/account.ts';
import { defineMail } from '../mail/defineMail.ts';
import { queueMail, teamOf } from '../mail/outbox.ts';
import type { Subject } from './operations.ts';
import { bank, refusedRefund } from './refunds.ts';

/** What a refund is of, and who gets it. */
export interface Refunded extends Subject {
  payer: { id: string; firstName: string; lastName: string; email: string; closedAt: Date | null };
  resortName: string;
  /** Days of the stay, or title of the timeshare. */
  title: string;
}

type NewsDeps = Pick<Deps, 'siteSettings' | 'publicUrl'>;

/**
 * Logs that a refund was refused or came back. If the money is still owed, tells the payer of the first
 * time, and the team once nothing is tried any more. It is not owed if it was given back in another way,
 * or if the payer's bank has taken it.
 */
export async function endRefusal(
  deps: NewsDeps & Pick<Deps, 'log'>,
  transaction: Prisma.TransactionClient,
  refunded: Refunded,
  operation: PaymentOperation,
): Promise<void> {
  const { id: operationId, failureCode: code, bookingId, saleId } = operation;
  const refused = await refusedRefund(transaction, operation);
  const level = refused ? 'error' : 'info';
  deps.log[level]({ bookingId, saleId, operation: operationId, code }, 'a refund was refused');
  if (!refused || code === lost) return;
  if (refused.refusals === 1) await tellPayer(deps, transaction, refunded, operation, 'refused');
  if (refused.refusals === refundRetryHours.length + 1) {
    const team = refundNews(deps, teamOf(deps), {
      ...newsOf(deps, refunded, operation, 'listed'),
      link: `${deps.publicUrl}/admin/bookings/refunds`,
    });
    await queueMail(transaction, team);
  }
}

/** The failure code of a call that never arrived, which is no refusal. */
const lost = 'no_answer';

/**
 * Tells the payer of a refund that arrived after a refusal.
 * @param isAll whether nothing is owed any more, so that bank details are forgotten
 */
export async function endArrival(
  deps: NewsDeps,
  transaction: Prisma.TransactionClient,
  refunded: Refunded,
  operation: PaymentOperation,
  isAll: boolean,
): Promise<void> {
  const { bookingId, saleId, provider, isFromDashboard } = operation;
  if (isAll) await transaction.refundBankDetails.deleteMany({ where: { bookingId, saleId } });
  const refused = await transaction.paymentOperation.count({
    where: {
      bookingId,
      saleId,
      OR: [{ kind: 'refund_return' }, { kind: 'refund', status: 'failed' }],
    },
  });
  if (!isFromDashboard && refused > 0) {
    const news = provider === bank ? 'remitted' : 'arrived';
    await tellPayer(deps, transaction, refunded, operation, news);
  }
}

/** Queues the mail about a refund, unless the payer has closed the account. */
export async function tellPayer(
  deps: NewsDeps,
  transaction: Prisma.TransactionClient,
  refunded: Refunded,
  operation: Told,
  news: Exclude<RefundNews['news'], 'listed'>,
): Promise<void> {
  const { payer } = refunded;
  if (payer.closedAt === null) {
    const values = newsOf(deps, refunded, operation, news);
    await queueMail(transaction, refundNews(deps, recipientOf(payer), values));
  }
}

type Told = Pick<PaymentOperation, 'amountCents' | 'currency' | 'provider' | 'providerReference'>;

const newsOf = (
  { publicUrl }: NewsDeps,
  { bookingId, saleId, payer, resortName, title }: Refunded,
  { amountCents: amount, currency, provider, providerReference }: Told,
  news: RefundNews['news'],
): RefundNews => ({
  news,
  of: saleId === null ? 'booking' : 'sale',
  resortName,
  title,
  payer: `${payer.firstName} ${payer.lastName}`,
  amount: formatMoney({ amount, currency }),
  reference: provider === bank ? providerReference : null,
  link: saleId === null ? `${publicUrl}/bookings/${bookingId}` : `${publicUrl}/sales/${saleId}`,
});

interface RefundNews {
  news: 'refused' | 'arrived' | 'remitted' | 'asked' | 'listed';
  of: 'booking' | 'sale';
  resortName: string;
  /** Days of the stay, or title of the timeshare. */
  title: string;
  payer: string;
  amount: string;
  /** Of a bank transfer. */
  reference: string | null;
  link: string;
}

/** Without a text on the button, it leads to the booking or sale. */
const newsWords: Record<RefundNews['news'], { subject: string; text: string; button?: string }> = {
  refused: {
    subject: 'Your refund was sent back by your bank',
    text: 'The money is safe with us, and you still get all of it. We try again within an hour, then after a day and after three days. You need not do anything.',
  },
  arrived: {
    subject: 'Your refund is on its way after all',
    text: 'Your bank took the money this time. It shows it within a few days.',
  },
  remitted: {
    subject: 'Your refund was paid by bank transfer',
    text: 'Your card could not take the money back, so we sent it to the bank account that you gave us. It arrives within a few days.',
  },
  asked: {
    subject: 'Tell us where to send your refund',
    text: 'Your card does not take the money back. Please tell us a bank account of yours on the page below, where you sign in first. Never send bank details by mail.',
    button: 'Enter bank details',
  },
  listed: {
    subject: 'A refund has to be settled by hand',
    text: 'The bank of the payer refused the refund four times, and it is not tried again by itself. Ask the payer for bank details, or try again.',
    button: 'See the refunds to settle',
  },
};

export const refundNews = defineMail({
  name: 'refundNews',
  label: 'Refund refused or paid another way',
  when: 'To the traveler, or the buyer of a timeshare, when a bank refuses a refund, when bank details are needed, and when it is paid after all; to the team when it has to be settled by hand.',
  sample: ({ resortName, dates, link }): RefundNews => ({
    news: 'refused',
    of: 'booking',
    resortName,
    title: dates,
    payer: 'Mina Ortega',
    amount: '$1,499.40',
    reference: null,
    link,
  }),
  compose: ({ news, of, ...values }, { site }) => {
    const { subject, text, button = `See the ${of}` } = newsWords[news];
    const isTeam = news === 'listed';
    const isSale = of === 'sale';
    return {
      subject: `${subject}: ${values.resortName}`,
      preheader: text.split('. ')[0] ?? text,
      heading: subject,
      blocks: [
        text,
        {
          facts: {
            Resort: values.resortName,
            [isSale ? 'Timeshare' : 'Stay']: values.title,
            [isSale ? 'Buyer' : 'Traveler']: isTeam ? values.payer : null,
            Refund: values.amount,
            Reference: values.reference,
          },
        },
        { button, link: values.link },
      ],
      reason: isTeam
        ? `You get this message because you work for ${site.title}.`
        : `You get this message because you ${isSale ? 'made an offer' : 'booked a stay'} at ${site.title}.`,
    };
  },
});
