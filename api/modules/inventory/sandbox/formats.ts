import type { Mapping } from '#api/context/sources.ts';
import type { SandboxWeek } from './weeks.ts';

export interface SandboxFormat {
  contentType: string;
  before: string;
  between: string;
  after: string;
  row(week: SandboxWeek): string;
  broken: string[];
}

const json: SandboxFormat = {
  contentType: 'application/json; charset=utf-8',
  before: '{"provider":"Sandbox Weeks","data":{"weeks":[\n',
  between: ',\n',
  after: '\n]}}\n',
  row: ({ headline, details, nightly, currency, arrival, departure, ...week }) =>
    JSON.stringify({
      id: week.listing_id,
      resort: {
        id: week.resort_id,
        name: week.resort_name,
        place: week.resort_place,
        brand: week.club,
      },
      headline,
      details,
      price: { nightly, currency },
      arrival,
      departure,
      unit: { bedrooms: week.bedrooms, sleeps: week.sleeps, type: week.unit, view: week.view },
      ownership: week.ownership,
      season: week.season,
      week: week.week,
    }),
  broken: ['null', '"sold"', '{"id":"","price":{"nightly":"ask us"}}', '{"arrival":"soon"}', '[]'],
};

const columns = (
  'listing_id resort_id resort_name resort_place club headline details nightly currency arrival ' +
  'departure bedrooms sleeps unit view ownership season week'
).split(' ') as (keyof SandboxWeek)[];

const cell = (value: string | number): string =>
  /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);

const csv: SandboxFormat = {
  contentType: 'text/csv; charset=utf-8',
  before: `${columns.join(',')}\n`,
  between: '\n',
  after: '\n',
  row: (week) =>
    columns
      .map((name) => cell(name === 'nightly' ? week.nightly.toFixed(2) : week[name]))
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
