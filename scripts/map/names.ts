import type { Position } from 'geojson';

/** Natural Earth abbreviates the names of countries. */
const inFull: Readonly<Record<string, string>> = {
  'Antigua and Barb.': 'Antigua and Barbuda',
  'Bosnia and Herz.': 'Bosnia and Herzegovina',
  'Br. Indian Ocean Ter.': 'British Indian Ocean Territory',
  'Central African Rep.': 'Central African Republic',
  'Dem. Rep. Congo': 'DR Congo',
  'Dominican Rep.': 'Dominican Republic',
  'Eq. Guinea': 'Equatorial Guinea',
  'Fr. Polynesia': 'French Polynesia',
  'Fr. S. Antarctic Lands': 'French Southern Lands',
  'Heard I. and McDonald Is.': 'Heard and McDonald Islands',
  'N. Cyprus': 'Northern Cyprus',
  'N. Mariana Is.': 'Northern Mariana Islands',
  'S. Geo. and the Is.': 'South Georgia',
  'S. Sudan': 'South Sudan',
  'St. Vin. and Gren.': 'St. Vincent and the Grenadines',
  'United States of America': 'United States',
  'W. Sahara': 'Western Sahara',
  eSwatini: 'Eswatini',
  Macedonia: 'North Macedonia',
};

export const nameOf = (short: string): string =>
  inFull[short] ?? short.replace(/\bIs\.$/, 'Islands').replace(/\bI\.$/, 'Island');

interface Measures {
  area: number;
  middle: [number, number];
  degrees: number;
  south: number;
  north: number;
}

/** Measures a ring of longitudes and latitudes, by the shoelace formula. */
export function measure(ring: Position[]): Measures {
  const points: [number, number][] = [];
  for (const [longitude = 0, latitude = 0] of ring) {
    const before = points.at(-1)?.[0] ?? longitude;
    // Some rings cross the 180th meridian.
    points.push([longitude - 360 * Math.round((longitude - before) / 360), latitude]);
  }
  let [doubled, x, y] = [0, 0, 0];
  points.forEach(([x1, y1], index) => {
    const [x2, y2] = points[index + 1] ?? [x1, y1];
    const cross = x1 * y2 - x2 * y1;
    doubled += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  });
  const longitudes = points.map(([longitude]) => longitude);
  const latitudes = points.map(([, latitude]) => latitude);
  return {
    area: Math.abs(doubled),
    middle: [x / (3 * doubled), y / (3 * doubled)],
    degrees: Math.max(...longitudes) - Math.min(...longitudes),
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
  };
}
