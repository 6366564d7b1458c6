import type { SavedSearch } from '#api/generated/prisma/client.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { columns, exposed, maybe, shownType } from '#api/graphql/exposed.ts';
import { command, payload, ruleAs } from '#api/graphql/command.ts';
import { encodeGlobalId } from '#api/graphql/ids/globalIds.ts';
import { globalIdOf, idOf } from '#api/graphql/ids/ids.ts';
import { MoneyType } from '#api/graphql/money.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { WeekdayEnum } from '#api/graphql/weekday.ts';
import { moneyOrNull } from '#common/money.ts';
import {
  newestFirst,
  newestFirstConnection,
  newestFirstCost,
} from '#api/platform/database/newestFirst.ts';
import type { ResortFilter } from '../search/resortFilter.ts';
import { PriceTierEnum, ResortFilterInput, SeasonEnum } from '../resorts/resorts.graphql.ts';
import {
  storedFilter,
  deleteSavedSearch,
  saveSearch,
  unsubscribe,
  updateSavedSearch,
} from './savedSearches.ts';

const SeasonType = shownType<NonNullable<ResortFilter['season']>>('SeasonOfYear', {
  description: 'A season of one year.',
  fields: {
    name: [SeasonEnum, 'Spring, summer, fall or winter.'],
    year: ['Int', 'The year in which it begins.'],
  },
});

const SavedSearchFilterType = builder.objectRef<ResortFilter>('SavedSearchFilter').implement({
  description: 'The conditions of a saved search. Empty lists and null do not filter.',
  fields: (t) => ({
    ...exposed(t, {
      priceTier: [maybe(PriceTierEnum), 'Range of the nightly price.'],
      minRating: ['Float?', 'Minimum average rating in stars.'],
      availableFrom: ['Date?', 'First night of the stay.'],
      availableTo: ['Date?', 'Day of departure.'],
      arrivalFrom: ['Date?', 'First possible day of arrival.'],
      arrivalTo: ['Date?', 'Last possible day of arrival.'],
      flexibleDays: ['Int?', 'Days before and after on which the stay may begin as well.'],
      minNights: ['Int?', 'At least this many nights.'],
      maxNights: ['Int?', 'At most this many nights.'],
      guests: ['Int?', 'Room for at least this many people.'],
      bedrooms: ['Int?', 'At least this many bedrooms.'],
      isInstant: ['Boolean?', 'Only weeks without (true) or with (false) an answer of the owner.'],
      hasStay: ['Boolean?', 'Only with a stay that can be booked.'],
      isNewAvailability: ['Boolean?', 'With (true) or without (false) recently added weeks.'],
      season: [maybe(SeasonType), 'The season of the arrival.'],
      arrivalWeekday: [maybe(WeekdayEnum), 'The weekday of the arrival.'],
    }),
    destinations: t.stringList({
      description: 'One of these destinations.',
      resolve: (filter) => [...(filter.destinations ?? [])],
    }),
    brands: t.stringList({
      description: 'One of these brands.',
      resolve: (filter) => [...(filter.brands ?? [])],
    }),
    amenities: t.stringList({
      description: 'All of these amenities.',
      resolve: (filter) => [...(filter.amenities ?? [])],
    }),
    maxTotal: t.field({
      type: MoneyType,
      nullable: true,
      description: 'Highest price of the whole stay.',
      resolve: ({ maxTotalCents = null, currency = 'USD' }) => moneyOrNull(maxTotalCents, currency),
    }),
    maxNightly: t.field({
      type: MoneyType,
      nullable: true,
      description: 'Highest price of a night.',
      resolve: ({ maxNightlyCents = null, currency = 'USD' }) =>
        moneyOrNull(maxNightlyCents, currency),
    }),
  }),
});

const SavedSearchType = builder.prismaNode('SavedSearch', {
  description: 'A search that a member saved. Nobody else can read it.',
  nullable: true,
  authScopes: (search) => ({ self: search.userId }),
  select: { id: true, userId: true, createdAt: true },
  id: { field: 'id', description: 'Global id, for `node` and the mutations.' },
  fields: (t) => ({
    ...columns<SavedSearch>(t, {
      name: 'Name given by the member.',
      query: 'The search text; empty if there are only conditions.',
      alerts: ['Boolean', 'Whether mail is sent when a matching listing is published.'],
      createdAt: ['DateTime', 'When it was saved.'],
    }),
    filter: t.field({
      type: SavedSearchFilterType,
      description: 'The conditions besides the text.',
      select: { filter: true },
      resolve: (search) => storedFilter(search.filter),
    }),
  }),
});

const [SavedSearchConnection, SavedSearchEdge] = listTypes('SavedSearch', SavedSearchType, {
  node: 'A saved search in a list.',
  page: 'A page of saved searches.',
});

builder.prismaObjectField('User', 'savedSearches', (t) =>
  t.connection(
    {
      type: SavedSearchType,
      description:
        'Saved searches of the member, newest first; at most 50. `first` defaults to 20.',
      complexity: newestFirstCost,
      select: (args, _context, nestedSelection) => ({
        savedSearches: nestedSelection(
          { ...newestFirst(args), select: { id: true, userId: true, createdAt: true } },
          ['edges', 'node'],
        ),
      }),
      resolve: (user, args) => newestFirstConnection(args, user.savedSearches),
    },
    SavedSearchConnection,
    SavedSearchEdge,
  ),
);

const searchNow = { savedSearch: [SavedSearchType, 'The search as it is now.'] } as const;

command('deleteSavedSearch', {
  type: payload('The search was deleted; no more alerts are sent for it.', {
    deletedId: globalIdOf('savedSearch', 'Global id of the deleted search.'),
  }),
  description: 'Deletes a saved search of yours.',

  errors: ['InvalidInput', 'NotFound'],
  args: argsOf({
    id: idOf('savedSearch'),
  }),
  resolve: async ({ id }, context) => {
    await deleteSavedSearch(context.deps, await context.viewer(), id);
    return { deletedId: encodeGlobalId('SavedSearch', id) };
  },
});

command('unsubscribe', {
  type: payload('The alerts of the search are off.', {
    searchName: ['String', 'Name of the search.'],
  }),
  description:
    'Turns off the alerts of the search that a mailed link belongs to; no sign-in needed.',
  authScopes: { public: true },
  errors: ['InvalidInput'],
  args: argsOf({
    token: ['String', 'Token of the link in the mail.'],
  }),
  resolve: async ({ token }, { deps }) => ({ searchName: await unsubscribe(deps, token) }),
});

command('saveSearch', {
  type: payload(
    'The search was saved; the existing one if the same search was saved before.',
    searchNow,
  ),
  description: 'Saves a search. Saving the same search again returns the existing one.',

  errors: ['InvalidInput', 'Conflict'],
  input: ['The search to save.', 'A search to save: a text, conditions, or both.'],
  fields: {
    name: ['String?', '1 to 100 characters. Defaults to a name made of the search.'],
    query: ['String?', 'Search text, as in `resorts(query:)`.'],
    filter: [maybe(ResortFilterInput), 'As in `resorts(filter:)`.'],
    alerts: ['Boolean?', 'Whether to send alerts by mail. Defaults to true.'],
  },
  resolve: ruleAs('savedSearch', saveSearch),
});

command('updateSavedSearch', {
  type: payload('The search was changed.', searchNow),
  description: 'Renames a saved search of yours, or turns its alerts on or off.',

  errors: ['InvalidInput', 'NotFound'],
  input: [
    'The search, and its changes.',
    'Changes of a saved search. Omitted fields stay as they are.',
  ],
  fields: {
    id: idOf('savedSearch'),
    name: ['String?', 'A new name of 1 to 100 characters.'],
    alerts: ['Boolean?', 'Whether to send alerts by mail.'],
  },
  resolve: async ({ id, ...changes }, context) => ({
    savedSearch: await updateSavedSearch(context.deps, await context.viewer(), id, changes),
  }),
});
