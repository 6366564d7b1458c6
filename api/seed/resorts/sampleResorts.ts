import data from './resorts.json' with { type: 'json' };

const brandNames: Readonly<Record<string, string>> = {
  'Hilton Vacation Club (formerly Diamond Resorts)': 'Hilton Vacation Club',
  'Hyatt Vacation Club (formerly Welk Resorts)': 'Hyatt Vacation Club',
  'Vistana / Marriott Vacations': 'Vistana',
  'Vistana / Westin Vacation Club': 'Westin Vacation Club',
  'Villa Group (UVC)': 'Villa Group',
  'Independent (owner-run)': 'Independent',
};

const places: Readonly<Record<string, { city: string; location: string }>> = {
  'Noord (Palm Beach)': { city: 'Noord', location: 'Palm Beach, Noord, Aruba' },
  'Oranjestad (Eagle Beach)': { city: 'Oranjestad', location: 'Eagle Beach, Oranjestad, Aruba' },
  'Mai Khao, Phuket': { city: 'Mai Khao', location: 'Mai Khao, Phuket, Thailand' },
  'East End': { city: 'East End', location: 'East End, Grand Cayman' },
  'Charlotte Amalie': { city: 'Charlotte Amalie', location: 'Charlotte Amalie, St. Thomas' },
  'Frigate Bay': { city: 'Frigate Bay', location: 'Frigate Bay, St. Kitts' },
  'Paradise Island': { city: 'Paradise Island', location: 'Paradise Island, Bahamas' },
  Marbella: { city: 'Marbella', location: 'Marbella, Spain' },
};

/** The resorts of the sample data; the inventory sandbox also has weeks at these. */
export const sampleResorts = data.resorts.map((source) => {
  const { name, brand, city, region, country, nightlyUsd } = source;
  const area = country === 'United States' ? region : `${region}, ${country}`;
  return {
    source,
    name,
    brand: brandNames[brand] ?? brand,
    city: places[city]?.city ?? city,
    location: places[city]?.location ?? `${city}, ${area}`,
    priceMin: nightlyUsd.min,
    priceMax: nightlyUsd.max,
  };
});
