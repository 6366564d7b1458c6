import { maybe, exposed, shownType } from '#api/graphql/exposed.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import type { Phrase } from '../phrases/readPhrases.ts';
import { countFacets, type FacetValue, type SearchFacets } from '../search/resortFacets.ts';
import { BoundsInput, BoundsType } from './mapBounds.graphql.ts';
import { mapResorts, type ResortCluster, type ResortMap } from './resortMap.ts';
import { CappedCountType } from '#api/graphql/cappedCount.ts';
import { FacetValueInterface } from '#api/graphql/facetValue.ts';
import {
  ResortFilterInput,
  resortSelection,
  ResortSortEnum,
  ResortType,
  type ResortPageOfEdge,
  type ResortRow,
} from './resorts.graphql.ts';
import {
  suggestResorts,
  type ResortSuggestions,
  type SuggestedPlace,
} from './resortSuggestions.ts';
import { readText } from '../search/resortText.ts';
import { readSearchText, type SearchText } from '../search/searchText.ts';
import type { WordReading } from '../search/words/meantWords.ts';
import { fold } from '../search/words/vocabulary.ts';
import { shows } from '#api/graphql/shows.ts';

const FacetValueType = builder.objectRef<FacetValue>('ResortFacetValue').implement({
  extensions: shows(),
  description: 'One choice of a facet of resorts or weeks.',
  interfaces: [FacetValueInterface],
});

const facetsType = (name: string, hits: string, parts = shows('stay')) =>
  builder.objectRef<SearchFacets>(name).implement({
    extensions: parts,
    description: `The values that would narrow a search for ${hits}. Each count ignores the conditions of its own facet. Amenities are the exception: all of them must match, so their counts keep the chosen ones.`,
    fields: (t) => {
      const facet = (field: Exclude<keyof SearchFacets, 'totalCount'>, description: string) =>
        t.expose(field, {
          type: [FacetValueType],
          complexity: { field: 1, multiplier: 3 },
          description,
        });
      return {
        ...exposed(t, {
          totalCount: [CappedCountType, `How many ${hits} the search finds now.`],
        }),
        destinations: facet(
          'destinations',
          'Highest count first: at most 30, plus the chosen ones.',
        ),
        brands: facet('brands', 'Highest count first: at most 30, plus the chosen ones.'),
        amenities: facet('amenities', 'Highest count first: at most 30, plus the chosen ones.'),
        ratings: facet('ratings', 'For `minRating`: 4.5, 4, 3.5 and 3 stars.'),
        priceTiers: facet('priceTiers', 'For `priceTier`: the three tiers.'),
        guests: facet('guests', 'For `guests`: 2, 4, 6, 8 and 10 people.'),
        bedrooms: facet('bedrooms', 'For `bedrooms`: 0 (studio) to 4.'),
        instant: facet('instant', 'For `isInstant`: true.'),
      };
    },
  });

const ResortFacetsType = facetsType('ResortFacets', 'resorts', shows());

export const WeekFacetsType = facetsType('WeekFacets', 'weeks');

const PlaceKindEnum = enumOf('PlaceKind', 'The kind of a place.', {
  DESTINATION: 'A value of `ResortFilter.destinations`.',
  REGION: 'A state or region; search for it by name.',
  TOWN: 'A town; search for it by name.',
});

const SuggestedPlaceType = shownType<SuggestedPlace>('SuggestedPlace', {
  extensions: shows(),
  description: 'A place that has resorts.',
  fields: {
    kind: [PlaceKindEnum, 'What kind of place it is.'],
    name: 'Its name, as stored for the resorts there.',
  },
});

const SuggestionsType = shownType<ResortSuggestions<ResortRow>>('ResortSuggestions', {
  extensions: shows(),
  description: 'Suggestions for a text that is being typed.',
  fields: {
    resorts: [[ResortType], 'Resorts that match the words, most reviews first.'],
    places: [[SuggestedPlaceType], 'Places with the words in their name.'],
    brands: ['String[]', 'Brands with the words in their name or in an alias, such as "dvc".'],
  },
});

export const SearchPhraseType = builder
  .objectRef<Phrase & Partial<Pick<WordReading, 'kind'>>>('SearchPhrase')
  .implement({
    extensions: shows(),
    description: 'A part of a search text that was read as a condition.',
    fields: (t) => ({
      label: t.string({
        description: 'What it was read as, such as "4 guests".',
        args: argsOf({
          forSale: [
            'Boolean?',
            {
              defaultValue: false,
              description:
                'Whether it is the text of `saleListings`, where prices are asking prices.',
            },
          ],
        }),
        resolve: ({ label, saleLabel = label }, { forSale }) => (forSale ? saleLabel : label),
      }),
      words: t.exposeString('words', { description: 'The part as typed.' }),
      isDate: t.boolean({
        description: 'Whether it says when to arrive: days, a month, a season or a holiday.',
        resolve: ({ meaning }) =>
          meaning.arrival !== undefined || meaning.oneOfNights !== undefined,
      }),
      isOrder: t.boolean({
        description: 'Whether it says in which order the results are, such as "cheap".',
        resolve: ({ kind }) => kind === 'order',
      }),
      guests: t.int({
        nullable: true,
        description: 'How many people it names; null if it says something else.',
        resolve: ({ meaning }) => meaning.guests,
      }),
      without: t.exposeString('without', { description: 'The search text without it.' }),
      asWords: t.exposeString('asWords', {
        description: 'The search text with it in quotation marks, to search for the words instead.',
      }),
    }),
  });

const SearchReadingType = builder.objectRef<SearchText>('SearchReading').implement({
  description: 'How the words of a search text are searched for, besides phrases about the week.',
  fields: (t) => ({
    ...exposed(t, {
      readAs: ['String?', 'The words with typos corrected; null if there were none.'],
      leftOut: [
        'String[]',
        'Words as typed that are not searched for, since no resort has them beside the others.',
      ],
    }),
    sort: t.expose('order', {
      type: ResortSortEnum,
      nullable: true,
      description: 'The order that the text asks for; null if it asks for none.',
    }),
  }),
});

interface ClusterOfMap {
  /** The search and its resorts, whose weeks are loaded together. */
  page: ResortPageOfEdge;
}

export const ClusterType = shownType<ResortCluster<ResortRow> & ClusterOfMap>('ResortCluster', {
  extensions: shows(),
  description: 'Resorts that are close together on a map, or a single resort.',
  fields: {
    count: ['Int', 'How many resorts it contains.'],
    latitude: ['Float', 'Mean latitude, degrees north.'],
    longitude: ['Float', 'Mean longitude, degrees east.'],
    bounds: [BoundsType, 'The bounds of its resorts.'],
    place: 'The most common location.',
    resort: [maybe(ResortType), 'The resort if there is only one; otherwise null.'],
  },
});

const MapType = builder.objectRef<ResortMap<ResortRow> & ClusterOfMap>('ResortMap').implement({
  extensions: shows(),
  description: 'What a search finds, as clusters on a map.',
  fields: (t) => ({
    clusters: t.field({
      type: [ClusterType],
      description: 'Largest first, 289 at most.',
      resolve: ({ clusters, page }) => clusters.map((cluster) => ({ ...cluster, page })),
    }),
    ...exposed(t, {
      totalCount: [
        CappedCountType,
        'How many resorts the search finds, on this part of the map or not.',
      ],
      isPart: [
        'Boolean',
        'Whether there are more than 20,000 resorts here; the others are not shown.',
      ],
    }),
  }),
});

builder.queryFields((t) => ({
  searchPhrases: t.field({
    type: [SearchPhraseType],
    description:
      'What a search text was read as: dates, seasons, holidays, people, rooms, prices, and words that mean a place, a brand, an amenity or an order. In the order of the text.',
    authScopes: { public: true, token: 'resorts:read' },
    extensions: { publicAnswer: true },
    args: argsOf({
      query: ['String?', 'As for `resorts`.'],
    }),
    resolve: async (_root, { query }, { deps }) => {
      const { phrases, readings } = await readSearchText(deps, readText(query));
      // A reading equal to the typed words, such as Maui for "Maui", is not reported.
      const telling = readings.filter(({ label, words }) => fold(label) !== fold(words));
      return [...phrases, ...telling.map((reading) => ({ ...reading, meaning: {} }))].sort(
        (one, other) => one.start - other.start,
      );
    },
  }),
  searchReading: t.field({
    type: SearchReadingType,
    description: 'How the words of a search text are searched for.',
    authScopes: { public: true, token: 'resorts:read' },
    extensions: { publicAnswer: true },
    args: argsOf({
      query: ['String?', 'As for `resorts`.'],
    }),
    resolve: (_root, { query }, { deps }) => readSearchText(deps, readText(query)),
  }),
  resortFacets: t.field({
    type: ResortFacetsType,
    description: 'The values that would narrow a search, with the number of resorts for each.',
    authScopes: { public: true, token: 'resorts:read' },
    extensions: { publicAnswer: true },
    args: argsOf({
      query: ['String?', 'As for `resorts`.'],
      filter: [maybe(ResortFilterInput), 'As for `resorts`.'],
    }),
    resolve: (_root, { query, filter }, { deps }) => countFacets(deps, { text: query, filter }),
  }),
  resortSuggestions: t.field({
    type: SuggestionsType,
    description: 'Resorts, places and brands for a text that is being typed.',
    authScopes: { public: true, token: 'resorts:read' },
    extensions: { publicAnswer: true },
    complexity: ({ first }) => ({ field: 1, multiplier: Math.max(1, (first ?? 5) / 5) }),
    args: argsOf({
      text: ['String', 'The text typed so far.'],
      first: ['Int?', { defaultValue: 5, description: 'Maximum number of each kind, 1 to 10.' }],
    }),
    resolve: (_root, { text, first }, context, info) =>
      suggestResorts(
        context.deps,
        { text, first: first ?? 5 },
        resortSelection(context, info, ['resorts']),
      ),
  }),
  resortMap: t.field({
    type: MapType,
    description: 'What a search finds, as clusters on a map.',
    authScopes: { public: true, token: 'resorts:read' },
    extensions: { publicAnswer: true },
    args: argsOf({
      query: ['String?', 'As for `resorts`.'],
      filter: [maybe(ResortFilterInput), 'As for `resorts`.'],
      bounds: [maybe(BoundsInput), 'The part of the map to look at. Defaults to the whole map.'],
      zoom: [
        'Int?',
        'Zoom level, 0 to 18: the world is 256 * 2^zoom pixels wide. Defaults to the zoom that fits all results.',
      ],
    }),
    resolve: async (_root, { query, filter, bounds, zoom }, context, info) => {
      const asked = { text: query, filter };
      const map = await mapResorts(
        context.deps,
        asked,
        { bounds, zoom },
        resortSelection(context, info, ['clusters', 'resort']),
      );
      const resortIds = map.clusters.flatMap(({ resort }) => resort?.id ?? []);
      return { ...map, page: { query: asked, resortIds } };
    },
  }),
}));
