import { graphql } from 'react-relay/hooks';
import type { SaleTermsInput } from '#web/__generated__/DealDialogMutation.graphql.ts';
import type { typedTerms_terms$data } from '#web/__generated__/typedTerms_terms.graphql.ts';
import { centsOf } from '#web/bookings/moves/centsOf.ts';
import { isDay } from '#common/days.ts';

void graphql`
  fragment typedTerms_terms on SaleTerms {
    price {
      amount
    }
    deposit {
      amount
    }
    firstUseYear
    closingCosts {
      amount
    }
    closingCostsBy
    transferFee {
      amount
    }
    transferFeeBy
    maintenanceFeeBy
    bookedWeeksGoTo
    closingOn
    note
  }
`;

/** Terms as they are typed: amounts in dollars. */
export type TermsValues = Record<
  | Exclude<keyof SaleTermsInput, `${string}Cents`>
  | 'price'
  | 'deposit'
  | 'closingCosts'
  | 'transferFee',
  string
>;

/** Values to start from: the latest terms of a sale, or what is usual. */
export function typedTerms(terms?: Omit<typedTerms_terms$data, ' $fragmentType'>): TermsValues {
  const dollars = (money: { amount: number } | null | undefined) =>
    money ? String(money.amount / 100) : '';
  return {
    price: dollars(terms?.price),
    deposit: dollars(terms?.deposit),
    firstUseYear: terms ? String(terms.firstUseYear) : '',
    closingCosts: dollars(terms?.closingCosts),
    closingCostsBy: terms?.closingCostsBy ?? 'BUYER',
    transferFee: dollars(terms?.transferFee),
    transferFeeBy: terms?.transferFeeBy ?? 'BUYER',
    maintenanceFeeBy: terms?.maintenanceFeeBy ?? 'BUYER',
    bookedWeeksGoTo: terms?.bookedWeeksGoTo ?? 'SELLER',
    closingOn: terms?.closingOn ?? '',
    note: terms?.note ?? '',
  };
}

export const termsProblems = (typed: TermsValues) => ({
  ...(centsOf(typed.price) === undefined && { price: 'Say how much, in dollars' }),
  ...(centsOf(typed.deposit) === undefined && {
    deposit: 'Say how much, in dollars; 0 for none',
  }),
  ...(!/^\d{4}$/.test(typed.firstUseYear.trim()) && {
    firstUseYear: 'Say the year in four digits',
  }),
  ...(isNoAmount(typed.closingCosts) && { closingCosts: noAmount }),
  ...(isNoAmount(typed.transferFee) && { transferFee: noAmount }),
  ...(!isDay(typed.closingOn) && { closingOn: 'Say the wanted closing day' }),
});

const isNoAmount = (text: string) => text.trim() !== '' && centsOf(text) === undefined;

const noAmount = 'Say how much, in dollars, or leave it empty';

export const inputOfTerms = (typed: TermsValues): SaleTermsInput => ({
  priceCents: centsOf(typed.price) ?? 0,
  depositCents: centsOf(typed.deposit) ?? 0,
  firstUseYear: Number(typed.firstUseYear),
  closingCostsCents: centsOf(typed.closingCosts) ?? null,
  closingCostsBy: typed.closingCostsBy as SaleTermsInput['closingCostsBy'],
  transferFeeCents: centsOf(typed.transferFee) ?? null,
  transferFeeBy: typed.transferFeeBy as SaleTermsInput['transferFeeBy'],
  maintenanceFeeBy: typed.maintenanceFeeBy as SaleTermsInput['maintenanceFeeBy'],
  bookedWeeksGoTo: typed.bookedWeeksGoTo as SaleTermsInput['bookedWeeksGoTo'],
  closingOn: typed.closingOn,
  note: typed.note.trim() || null,
});
