import { queryFromInfo } from '@pothos/plugin-prisma';
import { maybe, shownType } from '#api/graphql/exposed.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { joined } from '#api/platform/database/joined.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { CappedCountType } from '#api/graphql/cappedCount.ts';
import { readsResorts } from '#api/platform/cache/reads.ts';
import { SearchPhraseType } from '#api/modules/resorts/resortSearch.graphql.ts';
import {
  ResortFilterInput,
  ResortType,
  type ResortRow,
} from '#api/modules/resorts/resorts.graphql.ts';
import { listingsOf, WeekType, type WeekWithListing } from '../weeks.graphql.ts';
import type { WayOn } from './conditions.ts';
import { waysOn } from './waysOn.ts';

const SearchConditionEnum = enumOf('SearchCondition', 'A condition of a search.', {
  DATES: 'The dates, the month or the season.',
  NIGHTS: '`minNights`, `maxNights` and `arrivalWeekday`.',
  HIGHEST_PRICE: '`maxTotalCents` and `maxNightlyCents`.',
  PRICE_TIER: 'The range of the nightly price, `priceTier`.',
  GUESTS: 'The number of `guests`.',
  BEDROOMS: 'The number of `bedrooms`.',
  BOOKING: 'Whether the owner has to agree: `isInstant`.',
  RATING: 'The lowest rating, `minRating`.',
  DESTINATIONS: 'All of `destinations`.',
  BRANDS: 'All of `brands`.',
  AMENITY: 'One of `amenities`: `amenity`.',
  NEW_AVAILABILITY: '`isNewAvailability`.',
  PHRASE: 'A part of the text: `phrase`.',
  TEXT: 'The words of the text that are searched for.',
});

const WayOnType = shownType<WayOn>('SearchWithoutCondition', {
  description: 'A condition without which a search finds something.',
  fields: {
    condition: [SearchConditionEnum, 'What to leave out.'],
    amenity: ['String?', 'The amenity to leave out, for `AMENITY`.'],
    phrase: [maybe(SearchPhraseType), 'The phrase to leave out, for `PHRASE`.'],
    query: 'The search text without it.',
    count: [CappedCountType, 'How many resorts are found without it.'],
  },
});

interface Near {
  differences: string[];
}

const NearWeekType = shownType<Near & { week: WeekWithListing }>('NearWeek', {
  description: 'A week that comes close to a search.',
  fields: {
    week: [WeekType, 'The stay, with its listing.'],
    differences: [
      'String[]',
      'How it differs from what is searched for, such as "a week earlier".',
    ],
  },
});

const NearResortType = shownType<Near & { resort: ResortRow }>('NearResort', {
  description: 'A resort that comes close to a search.',
  fields: {
    resort: [ResortType, 'A resort that the search did not find.'],
    differences: ['String[]', 'How it differs from what is searched for, such as "without Pool".'],
  },
});

interface LoadedWaysOn {
  conditions: WayOn[];
  weeks: (Near & { week: WeekWithListing })[];
  resorts: (Near & { resort: ResortRow })[];
}

const WaysOnType = shownType<LoadedWaysOn>('SearchWaysOn', {
  description: 'What to try if a search finds nothing. Empty lists if there are no resorts at all.',
  fields: {
    conditions: [
      [WayOnType],
      'Conditions without which it finds something, the most results first; at most 16.',
    ],
    weeks: [
      [NearWeekType],
      'If the search asks something of a stay: weeks on other dates, in other units and in other places; at most three of each.',
      { complexity: { field: 1, multiplier: 2 } },
    ],
    resorts: [
      [NearResortType],
      'Resorts in the place with the fewest conditions unmet, then those nearby; if the place is unknown, the best rated. At most six.',
      { complexity: { field: 1, multiplier: 2 } },
    ],
  },
});

builder.queryField('searchWaysOn', (t) =>
  t.field({
    type: WaysOnType,
    description: 'What comes close to a search that finds nothing.',
    authScopes: { public: true, token: 'listings:read' },
    extensions: { publicAnswer: true },
    args: argsOf({
      query: ['String?', 'As for `resorts`.'],
      filter: [maybe(ResortFilterInput), 'As for `resorts`.'],
    }),
    resolve: async (_root, { query, filter }, context, info) => {
      const { deps } = context;
      const found = await waysOn(deps, { text: query, filter });
      readsResorts([...found.weeks, ...found.resorts].map(({ resortId }) => resortId));
      const asked = (typeName: 'Listing' | 'Resort', path: string[]) =>
        queryFromInfo({ context, info, typeName, path });
      const [withListing, resorts] = await Promise.all([
        listingsOf(
          deps,
          found.weeks.map(({ week }) => week),
          asked('Listing', ['weeks', 'week', 'listing']),
        ),
        deps.database.prisma.resort.findMany(
          joined(asked('Resort', ['resorts', 'resort']), {
            id: { in: found.resorts.map(({ resortId }) => resortId) },
          }),
        ),
      ]);
      // Rows deleted since the search are left out.
      return {
        conditions: found.conditions,
        weeks: found.weeks.flatMap(({ week, differences }) => {
          const loaded = withListing(week);
          return loaded ? [{ week: loaded, differences }] : [];
        }),
        resorts: found.resorts.flatMap(({ resortId, differences }) => {
          const resort = resorts.find(({ id }) => id === resortId);
          return resort ? [{ resort, differences }] : [];
        }),
      };
    },
  }),
);
