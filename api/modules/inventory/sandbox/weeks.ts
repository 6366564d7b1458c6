import { createRandom } from '#common/random.ts';
import { sampleResorts } from '#api/seed/resorts/sampleResorts.ts';
import { dayMs, isoDay } from '#common/days.ts';

export const usualRows = 5_000;

/** Number of weeks at the start that are valid and at known resorts. */
const faultless = 100;

const unknownResorts = [
  ['Casa Marea Beach Club', 'Tulum, Quintana Roo, Mexico', 'Independent'],
  ['Alpenblick Ferienclub', 'Garmisch-Partenkirchen, Bavaria, Germany', 'Hapimag'],
  ['Loch Rannoch Highland Club', 'Kinloch Rannoch, Perthshire, Scotland', 'Independent'],
].map(([name = '', place = '', brand = ''], index) => ({
  id: `SBX-9${String(index).padStart(2, '0')}`,
  name,
  place,
  brand,
  priceMin: 90,
  priceMax: 240,
}));

const units = [
  { unit: 'Studio', bedrooms: 0, sleeps: 2 },
  { unit: 'One-bedroom', bedrooms: 1, sleeps: 4 },
  { unit: 'Two-bedroom', bedrooms: 2, sleeps: 6 },
  { unit: 'Two-bedroom lock-off', bedrooms: 2, sleeps: 8 },
  { unit: 'Three-bedroom', bedrooms: 3, sleeps: 10 },
];
const views = ['Garden view', 'Pool view', 'Ocean view', 'Mountain view', 'Partial ocean view'];
const ownerships = ['fixed', 'floating', 'floating', 'rotating', 'points'];
const seasons = ['Platinum', 'Gold', 'Silver', 'Red', 'White'];
const remarks = [
  'Sleeps everyone in real beds, with a kitchen that is worth cooking in.',
  'Early arrival is possible on request, and parking is included.',
  'Close to the pool, but far enough for quiet evenings.',
  'Upper floor, with a balcony for breakfast.',
  'The unit was renovated last winter.',
];

type SandboxResort = (typeof unknownResorts)[number];

export type SandboxWeek = ReturnType<ReturnType<typeof createSandboxWeeks>>;

/**
 * The week at an index: the same for one catalogue and day, in any order of calls. Prices are in
 * whole units of the currency.
 * @param catalogue seed; each catalogue has its own weeks
 * @param today YYYY-MM-DD; all weeks begin at least 21 days later
 */
export function createSandboxWeeks(catalogue: string, today: string) {
  const known = sampleResorts.map(({ name, location, brand, priceMin, priceMax }, index) => ({
    id: `SBX-${String(index + 1).padStart(3, '0')}`,
    name,
    place: location,
    brand,
    priceMin,
    priceMax,
  }));
  const first = Date.parse(today) + 21 * dayMs;
  const saturday = first + ((6 - new Date(first).getUTCDay() + 7) % 7) * dayMs;
  return (index: number) => {
    const random = createRandom(`${catalogue}:${index}`);
    const isPlain = index < faultless;
    const isUnknown = !isPlain && index % 125 === 124;
    const resort = isUnknown
      ? random.pick(unknownResorts)
      : spelled(random.pick(known), isPlain ? 0 : random.int(0, 5));
    const { unit, bedrooms, sleeps } = random.pick(units);
    const arrival = saturday + random.int(0, 60) * 7 * dayMs;
    const view = random.pick(views);
    const season = random.pick(seasons);
    return {
      listing_id: `${catalogue}-${String(index + 1).padStart(6, '0')}`,
      resort_id: resort.id,
      resort_name: resort.name,
      resort_place: resort.place,
      club: resort.brand,
      headline: `${unit} with ${view.toLowerCase()}, ${season.toLowerCase()} season`,
      details: `A week at ${resort.name}. ${random.pick(remarks)}`,
      nightly: random.int(resort.priceMin, resort.priceMax),
      currency: !isPlain && index % 250 === 101 ? 'EUR' : 'USD',
      arrival: isoDay(arrival),
      departure: isoDay(arrival + 7 * dayMs),
      bedrooms,
      sleeps,
      unit,
      view,
      ownership: random.pick(ownerships),
      season,
      week: Math.min(53, Math.ceil((dayOfYear(arrival) + 1) / 7)),
    };
  };
}

const brandsShort: Record<string, string> = {
  'Disney Vacation Club': 'DVC',
  'Marriott Vacation Club': 'MVC',
  'Hilton Grand Vacations': 'HGVC',
  'Holiday Inn Club Vacations': 'HICV',
};

/** Varies the spelling: capitals, no punctuation, accents, or an abbreviated brand. */
function spelled(resort: SandboxResort, way: number): SandboxResort {
  switch (way) {
    case 1:
      return { ...resort, name: resort.name.toUpperCase() };
    case 2:
      return { ...resort, name: resort.name.replace(/[,']/g, '') };
    case 3:
      return {
        ...resort,
        name: resort.name.replace('Cancun', 'Cancún').replace('Chateau', 'Château'),
      };
    case 4:
      return { ...resort, brand: brandsShort[resort.brand] ?? resort.brand };
    default:
      return resort;
  }
}

const dayOfYear = (time: number): number =>
  Math.floor((time - Date.UTC(new Date(time).getUTCFullYear(), 0, 1)) / dayMs);
