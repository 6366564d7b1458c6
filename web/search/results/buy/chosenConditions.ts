import type { SaleCondition } from '#web/__generated__/SaleResults_facets.graphql.ts';
import { ownershipWords, tenureWords, useWords } from '#web/listings/listingFactWords.ts';
import { seasonWords } from '#web/sales/saleWords.ts';
import { formatCount } from '#common/numbers.ts';
import { bedroomsLabel, emptied } from '#web/search/address/chosenFilters.ts';
import { noConditions, type NumberName, type SaleConditions } from './saleAddress.ts';

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
  const single: [label: string | false, SaleCondition, ...names: NumberName[]][] = [
    [rangeWords(priceFrom, priceTo), 'PRICES', 'priceFrom', 'priceTo'],
    [rangeWords(feeFrom, feeTo, ' a year'), 'FEES', 'feeFrom', 'feeTo'],
    [rangeWords(null, firstYearTo, ' in the first year'), 'FIRST_YEARS', 'firstYearTo'],
    [weekWords(weekFrom, weekTo), 'WEEKS', 'weekFrom', 'weekTo'],
    [bedrooms !== null && bedroomsLabel(bedrooms), 'BEDROOMS', 'bedrooms'],
    [firstUseBy !== null && `First use by ${firstUseBy}`, 'FIRST_USES', 'firstUseBy'],
  ];
  return [
    ...lists,
    ...single.flatMap(([label, condition, ...names]) =>
      label ? [{ key: condition, label, condition, without: emptied(noConditions, names) }] : [],
    ),
  ];
}

const dollars = (amount: number): string => `$${formatCount(amount)}`;

function rangeWords(from: number | null, to: number | null, suffix = ''): string {
  if (from === null) return to === null ? '' : `Up to ${dollars(to)}${suffix}`;
  return `${dollars(from)} ${to === null ? 'or more' : `– ${dollars(to)}`}${suffix}`;
}

function weekWords(from: number | null, to: number | null): string {
  if (from === to) return from === null ? '' : `Week ${from}`;
  return `Weeks ${from ?? 1} – ${to ?? 53}`;
}
