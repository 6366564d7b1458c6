import type { SaleCondition } from '#web/__generated__/NoSales_facets.graphql.ts';
import { ownershipWords, tenureWords, useWords } from '#web/listings/listingFactWords.ts';
import { seasonWords } from '#web/sales/saleWords.ts';
import { formatCount, plural } from '#common/numbers.ts';
import type { SaleConditions } from './saleAddress.ts';

export interface ChosenCondition {
  key: string;
  label: string;
  /** The server's name; several values form one condition. */
  condition: SaleCondition;
  without: Partial<SaleConditions>;
}

export type ListName = 'destinations' | 'brands' | 'seasons' | 'kinds' | 'uses' | 'tenures';

const listed: Record<ListName, { condition: SaleCondition; words: (value: string) => string }> = {
  destinations: { condition: 'DESTINATIONS', words: (value) => value },
  brands: { condition: 'BRANDS', words: (value) => value },
  kinds: { condition: 'OWNERSHIPS', words: (value) => wordsIn(ownershipWords, value) },
  uses: { condition: 'USES', words: (value) => wordsIn(useWords, value) },
  tenures: { condition: 'TENURES', words: (value) => wordsIn(tenureWords, value) },
  seasons: { condition: 'SEASONS', words: seasonWords },
};

export const wordsIn = (
  words: Readonly<Record<string, string | undefined>>,
  value: string,
): string => words[value] ?? value;

export function chosenConditions(state: SaleConditions): ChosenCondition[] {
  const lists = (Object.keys(listed) as ListName[]).flatMap((name) => {
    const { condition, words } = listed[name];
    const all: readonly string[] = state[name];
    return all.map((value) => ({
      key: `${name} ${value}`,
      label: words(value),
      condition,
      without: { [name]: all.filter((other) => other !== value) },
    }));
  });
  const { priceFrom, priceTo, feeFrom, feeTo, weekFrom, weekTo } = state;
  const { firstYearTo, bedrooms, firstUseBy } = state;
  const single: (ChosenCondition | false)[] = [
    (priceFrom !== null || priceTo !== null) && {
      key: 'price',
      label: rangeWords(priceFrom, priceTo, dollars),
      condition: 'PRICES',
      without: { priceFrom: null, priceTo: null },
    },
    (feeFrom !== null || feeTo !== null) && {
      key: 'fee',
      label: `${rangeWords(feeFrom, feeTo, dollars)} a year`,
      condition: 'FEES',
      without: { feeFrom: null, feeTo: null },
    },
    firstYearTo !== null && {
      key: 'first year',
      label: `${rangeWords(null, firstYearTo, dollars)} in the first year`,
      condition: 'FIRST_YEARS',
      without: { firstYearTo: null },
    },
    (weekFrom !== null || weekTo !== null) && {
      key: 'week',
      label: weekWords(weekFrom, weekTo),
      condition: 'WEEKS',
      without: { weekFrom: null, weekTo: null },
    },
    bedrooms !== null && {
      key: 'bedrooms',
      label: bedrooms === 0 ? 'Studio or larger' : `${plural(bedrooms, 'bedroom')} or more`,
      condition: 'BEDROOMS',
      without: { bedrooms: null },
    },
    firstUseBy !== null && {
      key: 'first use',
      label: `First use by ${firstUseBy}`,
      condition: 'FIRST_USES',
      without: { firstUseBy: null },
    },
  ];
  return [...lists, ...single.filter((chosen) => chosen !== false)];
}

const dollars = (amount: number): string => `$${formatCount(amount)}`;

function rangeWords(
  from: number | null,
  to: number | null,
  words: (value: number) => string,
): string {
  if (from === null) return `Up to ${words(to ?? 0)}`;
  return to === null ? `${words(from)} or more` : `${words(from)} – ${words(to)}`;
}

function weekWords(from: number | null, to: number | null): string {
  if (from === to) return `Week ${from}`;
  return `Weeks ${from ?? 1} – ${to ?? 53}`;
}
