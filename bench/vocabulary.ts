/** First and second halves of invented place names; each pair makes a word, about 5,000 in all. */
const firstHalves =
  'amber ash bay beach birch blue bright brook cedar clear cliff cloud coral cove crest crystal cypress dawn deer dune eagle east elk fair fern fox glen gold grand green gull harbor haven hazel heron high hill holly iron ivy jade lake laurel lily long maple marsh meadow mill mist moon moss north oak ocean olive orchard otter palm pearl pine'.split(
    ' ',
  );

const secondHalves =
  'bank barrow beck bend bluff bourne bridge brook burn bury cliff combe court cove crest croft dale dell down edge fall fell field ford gate glade glen grove hall haven head heath hill holm house hurst island keep knoll lake land lea ledge light lodge marsh mead mere mill moor mount over park pass pier point pond pool port quay reach rest ridge rise rock run sand shade shaw shore side spring stead stone strand stream tide top vale view ville wald ward water way well wick wold wood worth'.split(
    ' ',
  );

export const words: readonly string[] = firstHalves.flatMap((first) =>
  secondHalves
    .filter((second) => second !== first)
    .map((second) => `${first.slice(0, 1).toUpperCase()}${first.slice(1)}${second}`),
);

export const nouns: readonly string[] =
  'Resort,Villas,Lodge,Club,Suites,Beach Club,Vacation Villas,Towers,Inn,Residences,Retreat,Bungalows,Ranch,Harbour,Springs,Plantation,Cabins,Palace,Terraces,Gardens'.split(
    ',',
  );

export interface Place {
  city: string;
  region: string;
  country: string;
  destination: string;
  /** Percentage of the resorts. */
  share: number;
  /** Whole US dollars per night, from and to. */
  prices: readonly [number, number];
}

type PlaceRow = readonly [
  city: string,
  region: string,
  country: string,
  destination: string,
  share: number,
];

const usual: readonly PlaceRow[] = [
  ['Orlando', 'Florida', 'United States', 'Florida', 10],
  ['Kissimmee', 'Florida', 'United States', 'Florida', 6],
  ['Marco Island', 'Florida', 'United States', 'Florida', 2],
  ['Key West', 'Florida', 'United States', 'Florida', 1],
  ['Las Vegas', 'Nevada', 'United States', 'Las Vegas', 7],
  ['Palm Desert', 'California', 'United States', 'California', 3],
  ['Anaheim', 'California', 'United States', 'California', 2],
  ['Carlsbad', 'California', 'United States', 'California', 2],
  ['Kapolei', 'Hawaii', 'United States', 'Hawaii', 2],
  ['Lahaina', 'Hawaii', 'United States', 'Hawaii', 3],
  ['Princeville', 'Hawaii', 'United States', 'Hawaii', 2],
  ['Hilton Head Island', 'South Carolina', 'United States', 'South Carolina', 4],
  ['Myrtle Beach', 'South Carolina', 'United States', 'South Carolina', 5],
  ['Breckenridge', 'Colorado', 'United States', 'Colorado', 3],
  ['Vail', 'Colorado', 'United States', 'Colorado', 1],
  ['Park City', 'Utah', 'United States', 'Utah', 2],
  ['Scottsdale', 'Arizona', 'United States', 'Arizona', 3],
  ['Sedona', 'Arizona', 'United States', 'Arizona', 1],
  ['Williamsburg', 'Virginia', 'United States', 'Virginia', 3],
  ['Cancún', 'Quintana Roo', 'Mexico', 'Mexico', 5],
  ['Cabo San Lucas', 'Baja California Sur', 'Mexico', 'Mexico', 3],
  ['Nuevo Vallarta', 'Nayarit', 'Mexico', 'Mexico', 2],
  ['San Juan', 'San Juan', 'Puerto Rico', 'Caribbean', 2],
  ['Philipsburg', 'Sint Maarten', 'Sint Maarten', 'Caribbean', 2],
  ['Grand Cayman', 'East End', 'Cayman Islands', 'Caribbean', 1],
  ['Marbella', 'Málaga', 'Spain', 'Europe', 3],
  ['Tenerife', 'Canarias', 'Spain', 'Europe', 2],
  ['Phuket', 'Phuket', 'Thailand', 'Asia', 2],
];

export const places: readonly Place[] = [
  ...usual.map(([city, region, country, destination, share]): Place => ({
    city,
    region,
    country,
    destination,
    share,
    prices: [60, 900],
  })),
  // 8 % of the resorts (80,000 of a million), with the usual prices.
  {
    city: 'Oranjestad',
    region: 'Aruba',
    country: 'Aruba',
    destination: 'Aruba',
    share: 8,
    prices: [60, 900],
  },
  // Also 8 %, all among the cheapest.
  {
    city: 'Branson',
    region: 'Missouri',
    country: 'United States',
    destination: 'Branson',
    share: 8,
    prices: [60, 110],
  },
];

/** Amenities, with the percentage of the resorts that have them. */
export const amenities: readonly (readonly [name: string, share: number])[] = [
  ['Pool', 100],
  ['Wifi', 98],
  ['Parking', 95],
  ['Fitness Center', 90],
  ['Restaurant', 85],
  ['Spa', 50],
  ['Kids Club', 45],
  ['Beach Access', 45],
  ['Tennis', 25],
  ['Hot Tub', 20],
  ['Golf', 15],
  ['Lazy River', 6],
  ['Ski-in/Ski-out', 5],
  ['Water Park', 4],
  ['Marina', 1],
];

/** Search terms by how many resorts they find in this catalogue. */
export const terms = {
  none: 'xylophone',
  one: 'Zephyrine',
  mistyped: 'brekenrige',
  many: 'aruba',
  /** 8 %, all among the cheapest. */
  cheap: 'branson',
  all: 'pool',
} as const;
