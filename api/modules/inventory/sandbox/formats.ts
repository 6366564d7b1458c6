import type { Mapping } from '#api/context/sources.ts';
import type { SandboxWeek } from './weeks.ts';

export interface SandboxFormat {
  contentType: string;
  before: string;
  between: string;
  after: string;
  row(week: SandboxWeek): string;
  /** Invalid rows that leave the rest of the file readable. */
  broken: string[];
}

const json: SandboxFormat = {
  contentType: 'application/json; charset=utf-8',
  before: '{"provider":"Sandbox Weeks","data":{"weeks":[\n',
  between: ',\n',
  after: '\n]}}\n',
  row: ({ resort, nightly, currency, bedrooms, sleeps, unit, view, ...week }) =>
    JSON.stringify({
      id: week.id,
      resort: { id: resort.id, name: resort.name, place: resort.place, brand: resort.brand },
      headline: week.headline,
      details: week.details,
      price: { nightly, currency },
      arrival: week.arrival,
      departure: week.departure,
      unit: { bedrooms, sleeps, type: unit, view },
      ownership: week.ownership,
      season: week.season,
      week: week.week,
    }),
  broken: ['null', '"sold"', '{"id":"","price":{"nightly":"ask us"}}', '{"arrival":"soon"}', '[]'],
};

const columns: Record<string, (week: SandboxWeek) => string | number> = {
  listing_id: ({ id }) => id,
  resort_id: ({ resort }) => resort.id,
  resort_name: ({ resort }) => resort.name,
  resort_place: ({ resort }) => resort.place,
  club: ({ resort }) => resort.brand,
  headline: ({ headline }) => headline,
  details: ({ details }) => details,
  nightly: ({ nightly }) => nightly.toFixed(2),
  currency: ({ currency }) => currency,
  arrival: ({ arrival }) => arrival,
  departure: ({ departure }) => departure,
  bedrooms: ({ bedrooms }) => bedrooms,
  sleeps: ({ sleeps }) => sleeps,
  unit: ({ unit }) => unit,
  view: ({ view }) => view,
  ownership: ({ ownership }) => ownership,
  season: ({ season }) => season,
  week: ({ week }) => week,
};

const cell = (value: string | number): string =>
  /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);

const csv: SandboxFormat = {
  contentType: 'text/csv; charset=utf-8',
  before: `${Object.keys(columns).join(',')}\n`,
  between: '\n',
  after: '\n',
  row: (week) =>
    Object.values(columns)
      .map((valueIn) => cell(valueIn(week)))
      .join(','),
  broken: ['sold', 'a,b,c', `,,,,,,,ask us${','.repeat(10)}`, `${'x,'.repeat(30)}x`],
};

export const sandboxFormats: Record<string, { format: SandboxFormat; catalogue: string }> = {
  '/weeks.json': { format: json, catalogue: 'SBW' },
  '/weeks.csv': { format: csv, catalogue: 'SBC' },
};

/** Providers in the sample data; they read the sandbox. */
export const sandboxProviders: {
  name: string;
  kind: 'json_feed' | 'csv_feed';
  address: string;
  mapping: Mapping;
}[] = [
  {
    name: 'Sandbox Weeks',
    kind: 'json_feed',
    address: 'sandbox:/weeks.json',
    mapping: {
      rows: 'data.weeks',
      fields: {
        externalId: 'id',
        resortId: 'resort.id',
        resortName: 'resort.name',
        resortLocation: 'resort.place',
        resortBrand: 'resort.brand',
        title: 'headline',
        description: 'details',
        pricePerNight: 'price.nightly',
        currency: 'price.currency',
        availableFrom: 'arrival',
        availableTo: 'departure',
        maxGuests: 'unit.sleeps',
        bedrooms: 'unit.bedrooms',
        unitType: 'unit.type',
        view: 'unit.view',
        weekNumber: 'week',
      },
    },
  },
  {
    name: 'Sandbox Catalog',
    kind: 'csv_feed',
    address: 'sandbox:/weeks.csv',
    mapping: {
      fields: {
        externalId: 'listing_id',
        resortId: 'resort_id',
        resortName: 'resort_name',
        resortLocation: 'resort_place',
        resortBrand: 'club',
        title: 'headline',
        description: 'details',
        pricePerNight: 'nightly',
        availableFrom: 'arrival',
        availableTo: 'departure',
        maxGuests: 'sleeps',
        unitType: 'unit',
        weekNumber: 'week',
      },
    },
  },
];
