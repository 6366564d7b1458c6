import { z } from 'zod';

export type CardBehavior =
  | 'succeed'
  | 'insufficient_funds'
  | 'lost_card'
  | 'confirm'
  | 'time_out'
  | 'lose_answer'
  | 'fault_before'
  | 'fault_after'
  | 'late_refund'
  | 'failed_refund'
  | 'disputed_won'
  | 'disputed_lost'
  | 'disputed_after_payout'
  | 'returned_refund'
  | 'confirm_saved'
  | 'refuse_saved';

export interface SandboxCardNumber {
  number: string;
  behavior: CardBehavior;
  words: string;
}

/** The only accepted card numbers, so that nobody enters a real card. */
export const sandboxCards: readonly SandboxCardNumber[] = [
  { number: '4242424242424242', behavior: 'succeed', words: 'Succeeds' },
  {
    number: '4000002500003155',
    behavior: 'confirm',
    words: 'Asks you to confirm the payment with your bank',
  },
  {
    number: '4000000000009995',
    behavior: 'insufficient_funds',
    words: 'Is declined: not enough money',
  },
  { number: '4000000000009987', behavior: 'lost_card', words: 'Is declined: reported as lost' },
  {
    number: '4000000000000119',
    behavior: 'time_out',
    words: 'Is not answered at first; the payment is made when we ask again',
  },
  {
    number: '4000000000000333',
    behavior: 'lose_answer',
    words: 'Succeeds, but the answer gets lost on the way',
  },
  {
    number: '4000000000000341',
    behavior: 'fault_before',
    words: 'Makes the payment system fail for minutes; then the payment is made',
  },
  {
    number: '4000000000000366',
    behavior: 'fault_after',
    words: 'Succeeds, but the payment system answers with a failure for minutes',
  },
  {
    number: '4000000000007726',
    behavior: 'late_refund',
    words: 'Succeeds; a refund takes its time',
  },
  { number: '4000000000005126', behavior: 'failed_refund', words: 'Succeeds; a refund fails' },
  {
    number: '4000000000000259',
    behavior: 'disputed_won',
    words: 'Succeeds; your bank takes the money back, and returns it once it sees evidence',
  },
  {
    number: '4000000000002685',
    behavior: 'disputed_lost',
    words: 'Succeeds; your bank takes the money back, and keeps it whatever the evidence says',
  },
  {
    number: '4000000000001976',
    behavior: 'disputed_after_payout',
    words: 'Succeeds; your bank takes the money back once the owner is paid, and keeps it',
  },
  {
    number: '4000000000005423',
    behavior: 'returned_refund',
    words: 'Succeeds; the bank sends a refund back',
  },
  {
    number: '4000002760003184',
    behavior: 'confirm_saved',
    words: 'Pays a deposit; your bank wants you to confirm the rest',
  },
  {
    number: '4000008260003178',
    behavior: 'refuse_saved',
    words: 'Pays a deposit; the rest is declined: not enough money',
  },
];

/** A card as entered. `now` decides whether it has expired. */
export const cardInput = (now: Date) =>
  z.object({
    number: z
      .string({ error: 'Card number is required' })
      .transform((text) => text.replace(/[ -]/g, ''))
      .pipe(
        z
          .string()
          .refine(
            (digits) => sandboxCards.some(({ number }) => number === digits),
            'This is a sandbox: it takes only its own test numbers, such as 4242 4242 4242 4242',
          ),
      ),
    expiry: z
      .string({ error: 'Expiry date is required' })
      .regex(/^(0[1-9]|1[0-2]) ?\/ ?\d{2}$/, {
        error: 'Expiry date must be a month and a year, such as 09/31',
        abort: true,
      })
      .refine((text) => endOfMonth(text) > now.getTime(), 'This card has expired'),
    securityCode: z
      .string({ error: 'Security code is required' })
      .regex(/^\d{3}$/, 'Security code must have 3 digits'),
  });

/** The moment in milliseconds at which a card expires in the last time zone of the world. */
function endOfMonth(expiry: string): number {
  const [month = 0, year = 0] = expiry.split('/').map(Number);
  return Date.UTC(2000 + year, month, 1, 12);
}
