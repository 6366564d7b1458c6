import { graphql, useFragment } from 'react-relay/hooks';
import type {
  saleWords_listings$data,
  saleWords_listings$key,
} from '../__generated__/saleWords_listings.graphql.ts';
import { kindWords, tenureWords, useWords } from '../listings/listingFactWords.ts';
import { plural } from '#common/numbers.ts';

export interface SaleWords {
  /** The owned right: 'Fixed week 26', 'Points', 'Floating week, Platinum season'. */
  owned: string;
  name: string;
  /** 'Two-bedroom villa', '2 bedrooms'; empty if it is unknown. */
  size: string;
  /** Known facts of the usage: 'Every year · Deeded · from 2028'. */
  used: string;
}

export const useSaleWords = (listings: saleWords_listings$key): readonly SaleWords[] =>
  useFragment<saleWords_listings$key>(
    graphql`
      fragment saleWords_listings on Listing @relay(plural: true) {
        bedrooms
        facts {
          ownership
          yearlyPoints
          weekNumber
          season
          unitType
          use
          tenure
          firstUseYear
        }
        resort {
          name
        }
      }
    `,
    listings,
  ).map(wordsOf);

export const noWords: SaleWords = { owned: '', name: '', size: '', used: '' };

function wordsOf({ bedrooms, facts, resort }: saleWords_listings$data[number]): SaleWords {
  const { ownership, yearlyPoints, weekNumber, season, unitType, use, tenure, firstUseYear } =
    facts;
  const kind = (ownership && kindWords(ownership, yearlyPoints)) ?? 'Week';
  // The number of a floating week belongs only to its rented nights.
  const isNumbered = ownership !== 'FLOATING' && ownership !== 'POINTS' && weekNumber != null;
  const numbered = isNumbered ? `${kind} ${weekNumber}` : kind;
  const owned = season ? `${numbered}, ${seasonWords(season)}` : numbered;
  return {
    owned,
    name: `${owned} at ${resort.name}`,
    size: unitType ?? (bedrooms == null ? '' : sizeWords(bedrooms)),
    used: [
      use && useWords[use],
      tenure && tenureWords[tenure],
      firstUseYear != null && `from ${firstUseYear}`,
    ]
      .filter(Boolean)
      .join(' · '),
  };
}

/** 'Platinum' as 'Platinum season'; 'High season' stays. */
export const seasonWords = (season: string): string =>
  /season$/i.test(season) ? season : `${season} season`;

export const sizeWords = (bedrooms: number): string =>
  bedrooms === 0 ? 'Studio' : plural(bedrooms, 'bedroom');
