import { graphql, useFragment } from 'react-relay/hooks';
import type {
  saleFacts_listings$data,
  saleFacts_listings$key,
} from '../__generated__/saleFacts_listings.graphql.ts';
import {
  feePayerWords,
  kindWords,
  tenureWords,
  useWords,
  weekdayWords,
} from '../listings/listingFactWords.ts';
import { plural } from '#common/numbers.ts';
import { sizeWords } from './saleWords.ts';

export interface Fact {
  term: string;
  value: string | undefined;
}

export interface FactGroup {
  title: string;
  facts: readonly Fact[];
}

export const useSaleFacts = (listings: saleFacts_listings$key): readonly FactGroup[][] =>
  useFragment<saleFacts_listings$key>(listingFragment, listings).map(groupsOf);

const listingFragment = graphql`
  fragment saleFacts_listings on Listing @relay(plural: true) {
    bedrooms
    maxGuests
    salePrice {
      formatted
    }
    firstYearTotal {
      formatted
    }
    facts {
      ownership
      yearlyPoints
      unitType
      view
      tenure
      use
      weekNumber
      season
      checkInDay
      firstUseYear
      maintenanceFee {
        formatted
      }
      nextFeePaidBy
      rightOfFirstRefusal
      resaleRestrictions
    }
  }
`;

function groupsOf(listing: saleFacts_listings$data[number]): FactGroup[] {
  const { facts, bedrooms, salePrice, firstYearTotal } = listing;
  const { ownership, tenure, use, checkInDay, nextFeePaidBy } = facts;
  // The number of a floating week belongs only to its rented nights.
  const isNumbered = ownership !== 'FLOATING' && ownership !== 'POINTS';
  return [
    group('What you own', [
      ['Kind', ownership && kindWords(ownership, facts.yearlyPoints)],

      ['Unit', facts.unitType],
      ['Size', bedrooms == null ? undefined : sizeWords(bedrooms)],
      ['Sleeps', plural(listing.maxGuests, 'guest')],
      ['View', facts.view],
      ['Held as', tenure && tenureWords[tenure]],
    ]),
    group('When you may use it', [
      ['Used', use && useWords[use]],
      ['Week', isNumbered ? facts.weekNumber?.toString() : 'Reserved each time'],
      ['Season', facts.season],
      ['Check-in day', checkInDay && weekdayWords[checkInDay]],
      ['First use', facts.firstUseYear?.toString()],
    ]),
    group('What it costs', [
      ['Sale price', salePrice?.formatted],
      ['Yearly fee', facts.maintenanceFee?.formatted],
      ['Next fee paid by', nextFeePaidBy && feePayerWords[nextFeePaidBy]],
      ['First year in all', firstYearTotal?.formatted],
    ]),
    group('Before you buy', [
      ['Right of first refusal', refusalWords(facts.rightOfFirstRefusal)],
      ['Resale restrictions', facts.resaleRestrictions],
    ]),
  ];
}

export const group = (
  title: string,
  facts: readonly (readonly [string, string | null | undefined])[],
): FactGroup => ({
  title,
  facts: facts.map(([term, value]) => ({ term, value: value ?? undefined })),
});

const refusalWords = (has: boolean | null | undefined): string | undefined =>
  has == null ? undefined : has ? 'The resort may buy it at your price' : 'No';
