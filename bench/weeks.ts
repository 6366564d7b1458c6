import { randomInt } from 'node:crypto';
import { isoDay, dayMs } from '#common/days.ts';
import { freshBlank, operation } from './graphql.ts';
import type { LoadRequest } from './load.ts';
import type { MeasuredCase } from './measuredLoad.ts';
import type { Program } from './processes.ts';
import { terms } from './vocabulary.ts';

interface Measured {
  name: string;
  document: string;
  text?: string | (() => string);
  filter: object;
  sort?: string;
  /** A condition that differs per request and excludes nothing. Defaults to a highest price. */
  varies?: (asked: number) => object;
}

const page = `query Weeks($text: String, $filter: ResortFilter, $sort: WeekSort!) {
  weeks(query: $text, filter: $filter, sort: $sort, first: 12) {
    edges { cursor node { checkIn checkOut nights total { formatted }
      listing { title maxGuests bedrooms resort { databaseId name location imageUrl } } } }
    pageInfo { hasNextPage endCursor } } }`;

const counted = page.replace('edges', 'totalCount { value isCapped } edges');

const months = `query Months($text: String, $filter: ResortFilter) {
  weekMonths(query: $text, filter: $filter) { month lowestTotal { formatted } } }`;

const waysOn = `query WaysOn($text: String, $filter: ResortFilter) {
  searchWaysOn(query: $text, filter: $filter) {
    conditions { condition count { value } }
    weeks { differences week { checkIn total { formatted } listing { title resort { name } } } }
    resorts { differences resort { name } } } }`;

const cards = `query Cards($text: String, $filter: ResortFilter) {
  resorts(query: $text, filter: $filter, first: 12) {
    totalCount { value isCapped }
    edges { moreWeeks { value } week { checkIn nights total { formatted } listing { title } }
      node { databaseId name location imageUrl } } } }`;

const cardsByTotal = cards
  .replace('$filter: ResortFilter', '$filter: ResortFilter, $sort: ResortSort!')
  .replace('first: 12', 'first: 12, sort: $sort');

const suggestions = `query Suggestions($text: String!) {
  resortSuggestions(text: $text, first: 5) {
    resorts { databaseId name location imageUrl } places { kind name } brands } }`;

const choices = 'value count { value isCapped }';

const facets = `query Facets($text: String, $filter: ResortFilter) {
  resortFacets(query: $text, filter: $filter) {
    destinations { ${choices} } brands { ${choices} } amenities { ${choices} }
    ratings { ${choices} } priceTiers { ${choices} } guests { ${choices} } bedrooms { ${choices} } } }`;

const map = `query Map($text: String, $filter: ResortFilter) {
  resortMap(query: $text, filter: $filter) {
    isPart totalCount { value isCapped }
    clusters { count latitude longitude place bounds { north south east west }
      resort { databaseId name priceMin { formatted } } } } }`;

const inDays = (days: number): string => isoDay(Date.now() + days * dayMs);

/** A month, a place and guests: three conditions. */
const flexible = {
  arrivalFrom: inDays(200),
  arrivalTo: inDays(230),
  destinations: ['Hawaii'],
  guests: 4,
};

/** A highest price above every stay. */
const byPrice = (asked: number): object => ({ maxTotalCents: 500_000_000 + asked });

/** Below the rating of every reviewed resort, so that all of them match. */
const byRating = (asked: number): object => ({ minRating: 0.5 + asked / 10_000_000 });

/** Four letters that rarely repeat. */
const letters = (): string =>
  Array.from({ length: 4 }, () => String.fromCharCode(randomInt(97, 123))).join('');

const measured: readonly Measured[] = [
  { name: 'weeks, no filter', document: page, filter: {} },
  { name: 'weeks, three filters', document: page, filter: flexible },
  { name: 'weeks, three filters, counted', document: counted, filter: flexible },
  {
    name: 'weeks, three filters, cheapest',
    document: page,
    filter: { ...flexible, minNights: 7, maxNights: 7 },
    sort: 'LOWEST_TOTAL',
  },
  {
    name: 'weeks, text and month',
    document: page,
    text: terms.many,
    filter: { arrivalFrom: flexible.arrivalFrom, arrivalTo: flexible.arrivalTo },
  },
  { name: 'resorts with their weeks', document: cards, filter: flexible },
  {
    name: 'resorts by total of a week',
    document: cardsByTotal,
    filter: { ...flexible, minNights: 7, maxNights: 7 },
    sort: 'LOWEST_TOTAL',
  },
  { name: 'resorts by total, no filter', document: cardsByTotal, filter: {}, sort: 'LOWEST_TOTAL' },
  { name: 'resorts by arrival', document: cardsByTotal, filter: flexible },
  { name: 'months, three filters', document: months, filter: flexible },
  { name: 'months, no filter', document: months, filter: {} },
  { name: 'suggestions', document: suggestions, text: letters, filter: {} },
  { name: 'facets, no filter', document: facets, filter: {}, varies: byRating },
  {
    name: 'facets, a destination',
    document: facets,
    filter: { destinations: ['Hawaii'] },
    varies: byRating,
  },
  { name: 'facets, a text', document: facets, text: terms.many, filter: {}, varies: byRating },
  { name: 'facets, three filters', document: facets, filter: flexible },
  { name: 'map, no filter', document: map, filter: {}, varies: byRating },
  {
    name: 'map, a destination',
    document: map,
    filter: { destinations: ['Hawaii'] },
    varies: byRating,
  },
  { name: 'ways on', document: waysOn, filter: { ...flexible, amenities: ['Nothing'] } },
];

/** Each request asks for something new. */
export function weekCases(program: Program, search = ''): MeasuredCase[] {
  let asked = 0;
  return measured
    .filter(({ name }) => name.includes(search))
    .map(({ name, document, text, filter, sort = 'EARLIEST', varies = byPrice }) => {
      const fresh = (): LoadRequest => {
        asked += 1;
        return operation(document, {
          text: typeof text === 'function' ? text() : (text ?? freshBlank()),
          ...(document.includes('$filter') && { filter: { ...filter, ...varies(asked) } }),
          ...(document.includes('$sort') && { sort }),
        });
      };
      return { name, program, requestsOf: () => Array.from({ length: 1_000 }, fresh) };
    });
}
