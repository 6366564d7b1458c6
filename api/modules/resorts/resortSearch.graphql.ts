import { builder } from '../../graphql/builder.ts';
import { countFacets, type FacetValue, type ResortFacets } from './resortFacets.ts';
import { mapResorts, type MapBounds, type ResortCluster, type ResortMap } from './resortMap.ts';
import { CappedCountType } from '../../graphql/cappedCount.ts';
import {
  ResortFilterInput,
  resortSelection,
  ResortType,
  type ResortRow,
} from './resorts.graphql.ts';
import {
  suggestResorts,
  type ResortSuggestions,
  type SuggestedPlace,
} from './resortSuggestions.ts';

const FacetValueType = builder.objectRef<FacetValue>('ResortFacetValue').implement({
  description: 'One choice of a facet.',
  fields: (t) => ({
    value: t.exposeString('value', {
      description:
        'What goes into the filter: a name, a number, or the name of a price tier, as text.',
    }),
    count: t.expose('count', {
      type: CappedCountType,
      description: 'How many resorts are found with it, all other conditions kept.',
    }),
  }),
});

const FacetsType = builder.objectRef<ResortFacets>('ResortFacets').implement({
  description:
    'By what a search can be narrowed. Each count leaves out the conditions of its own facet; amenities must all be there, so theirs keep the chosen ones.',
  fields: (t) => {
    const facet = (name: Exclude<keyof ResortFacets, 'totalCount'>, description: string) =>
      t.expose(name, {
        type: [FacetValueType],
        complexity: { field: 1, multiplier: 3 },
        description,
      });
    return {
      totalCount: t.expose('totalCount', {
        type: CappedCountType,
        description: 'How many resorts are found as it stands.',
      }),
      destinations: facet('destinations', 'Most found first: 30, and those that are chosen.'),
      brands: facet('brands', 'Most found first: 30, and those that are chosen.'),
      amenities: facet('amenities', 'Most found first: 30, and those that are chosen.'),
      ratings: facet('ratings', 'For `minRating`: 4.5, 4, 3.5 and 3 stars.'),
      priceTiers: facet('priceTiers', 'The three tiers of `priceTier`.'),
      guests: facet('guests', 'For `guests`: 2, 4, 6, 8 and 10 people.'),
      bedrooms: facet('bedrooms', 'For `bedrooms`: 0 (studio) to 4.'),
    };
  },
});

const PlaceKindEnum = builder.enumType('PlaceKind', {
  description: 'What kind of a place a name is.',
  values: {
    DESTINATION: { description: 'A value of `ResortFilter.destinations`.' },
    REGION: { description: 'A state or region; search for it by name.' },
    TOWN: { description: 'A town; search for it by name.' },
  } as const,
});

const SuggestedPlaceType = builder.objectRef<SuggestedPlace>('SuggestedPlace').implement({
  description: 'A place that has resorts.',
  fields: (t) => ({
    kind: t.expose('kind', { type: PlaceKindEnum, description: 'What kind of place it is.' }),
    name: t.exposeString('name', { description: 'Its name, as the resorts there give it.' }),
  }),
});

const SuggestionsType = builder
  .objectRef<ResortSuggestions<ResortRow>>('ResortSuggestions')
  .implement({
    description: 'What someone who is typing may mean.',
    fields: (t) => ({
      resorts: t.expose('resorts', {
        type: [ResortType],
        description: 'Resorts that the words find, most reviews first.',
      }),
      places: t.expose('places', {
        type: [SuggestedPlaceType],
        description: 'Places with the words in their name.',
      }),
      brands: t.exposeStringList('brands', {
        description: 'Brands with the words in their name or in an alias, such as "dvc".',
      }),
    }),
  });

const BoundsInput = builder.inputRef<MapBounds>('MapBoundsInput').implement({
  description: 'A part of the map in degrees, WGS 84.',
  fields: (t) => ({
    south: t.float({ required: true, description: 'Lowest latitude, -90 to 90.' }),
    west: t.float({
      required: true,
      description: 'Longitude of the left side; above `east` across the 180th meridian.',
    }),
    north: t.float({ required: true, description: 'Highest latitude, -90 to 90.' }),
    east: t.float({ required: true, description: 'Longitude of the right side, -180 to 180.' }),
  }),
});

const BoundsType = builder.objectRef<MapBounds>('MapBounds').implement({
  description: 'A part of the map in degrees, WGS 84.',
  fields: (t) => ({
    south: t.exposeFloat('south', { description: 'Lowest latitude of all.' }),
    west: t.exposeFloat('west', { description: 'Lowest longitude of all.' }),
    north: t.exposeFloat('north', { description: 'Highest latitude of all.' }),
    east: t.exposeFloat('east', { description: 'Highest longitude of all.' }),
  }),
});

const ClusterType = builder.objectRef<ResortCluster<ResortRow>>('ResortCluster').implement({
  description: 'Resorts that stand close together on a map, or one that stands alone.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many resorts they are.' }),
    latitude: t.exposeFloat('latitude', { description: 'Of their middle, degrees north.' }),
    longitude: t.exposeFloat('longitude', { description: 'Of their middle, degrees east.' }),
    bounds: t.expose('bounds', { type: BoundsType, description: 'What holds all of them.' }),
    place: t.exposeString('place', { description: 'The location that most of them have.' }),
    resort: t.expose('resort', {
      type: ResortType,
      nullable: true,
      description: 'The resort, where it is only one.',
    }),
  }),
});

const MapType = builder.objectRef<ResortMap<ResortRow>>('ResortMap').implement({
  description: 'What a search finds, as points on a map.',
  fields: (t) => ({
    clusters: t.expose('clusters', {
      type: [ClusterType],
      description: 'Largest first, 289 at most.',
    }),
    totalCount: t.expose('totalCount', {
      type: CappedCountType,
      description: 'How many resorts the search finds, on this part of the map or not.',
    }),
    isPart: t.exposeBoolean('isPart', {
      description: 'Whether there are more here than the 20,000 that are drawn.',
    }),
  }),
});

builder.queryFields((t) => ({
  resortFacets: t.field({
    type: FacetsType,
    description: 'By what a search can be narrowed, with the number of resorts for each choice.',
    authScopes: { public: true },
    extensions: { publicAnswer: true },
    args: {
      query: t.arg.string({ description: 'As for `resorts`.' }),
      filter: t.arg({ type: ResortFilterInput, description: 'As for `resorts`.' }),
    },
    resolve: (_root, { query, filter }, { deps }) => countFacets(deps, { text: query, filter }),
  }),
  resortSuggestions: t.field({
    type: SuggestionsType,
    description: 'Resorts, places and brands for a text that is being typed.',
    authScopes: { public: true },
    extensions: { publicAnswer: true },
    complexity: ({ first }) => ({ field: 1, multiplier: Math.max(1, (first ?? 5) / 5) }),
    args: {
      text: t.arg.string({ required: true, description: 'What was typed so far.' }),
      first: t.arg.int({
        defaultValue: 5,
        description: 'How many of each kind at most, 1 to 10.',
      }),
    },
    resolve: (_root, { text, first }, context, info) =>
      suggestResorts(
        context.deps,
        { text, first: first ?? 5 },
        resortSelection(context, info, ['resorts']),
      ),
  }),
  resortMap: t.field({
    type: MapType,
    description: 'What a search finds, as points on a map, near ones put together.',
    authScopes: { public: true },
    extensions: { publicAnswer: true },
    args: {
      query: t.arg.string({ description: 'As for `resorts`.' }),
      filter: t.arg({ type: ResortFilterInput, description: 'As for `resorts`.' }),
      bounds: t.arg({
        type: BoundsInput,
        description: 'The part of the map to look at. Defaults to the whole map.',
      }),
      zoom: t.arg.int({
        description:
          'How close, 0 to 18: the world is 256 * 2^zoom pixels wide. Defaults to the zoom that fits all results.',
      }),
    },
    resolve: (_root, { query, filter, bounds, zoom }, context, info) =>
      mapResorts(
        context.deps,
        { text: query, filter },
        { bounds, zoom },
        resortSelection(context, info, ['clusters', 'resort']),
      ),
  }),
}));
