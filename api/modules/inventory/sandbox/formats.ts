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

const columns = [
  'listing_id',
  'resort_id',
  'resort_name',
  'resort_place',
  'club',
  'headline',
  'details',
  'nightly',
  'currency',
  'arrival',
  'departure',
  'bedrooms',
  'sleeps',
  'unit',
  'view',
  'ownership',
  'season',
  'week',
];

const cell = (value: string | number): string =>
  /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);

const csv: SandboxFormat = {
  contentType: 'text/csv; charset=utf-8',
  before: `${columns.join(',')}\n`,
  between: '\n',
  after: '\n',
  row: ({ resort, ...week }) =>
    [
      week.id,
      resort.id,
      resort.name,
      resort.place,
      resort.brand,
      week.headline,
      week.details,
      week.nightly.toFixed(2),
      week.currency,
      week.arrival,
      week.departure,
      week.bedrooms,
      week.sleeps,
      week.unit,
      week.view,
      week.ownership,
      week.season,
      week.week,
    ]
      .map(cell)
      .join(','),
  broken: ['sold', 'a,b,c', `,,,,,,,ask us${','.repeat(10)}`, `${'x,'.repeat(30)}x`],
};

/** Formats by requested path. */
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
