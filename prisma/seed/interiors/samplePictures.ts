import type { Random } from '../random.ts';
import type { Scene } from '../resortScenes.ts';
import { mix } from '../scenes/kit.ts';
import { palettes } from '../scenes/palettes.ts';
import { interiorName, viewOf } from './interiors.ts';
import type { Room } from './rooms.ts';
import { viewPalettes, type View } from './views.ts';

export interface SamplePicture {
  /** 1 for the first. */
  position: number;
  alt: string;
  width: number;
  height: number;
  placeholder: string;
  drawing: string;
}

const views: Record<View, string> = {
  sea: 'the sea',
  peaks: 'the mountains',
  city: 'the city',
  green: 'the grounds',
};

const alts: Record<Room, (view: string) => string> = {
  living: (view) => `Living room with a sofa and a view of ${view}`,
  bedroom: (view) => `Bedroom with a double bed and a window to ${view}`,
  kitchen: () => 'Kitchen with an island and three stools',
  bathroom: () => 'Bathroom with a tub and a washstand',
  balcony: (view) => `Balcony with two armchairs, looking out on ${view}`,
  pool: (view) => `Pool terrace with loungers in front of ${view}`,
  lobby: (view) => `Lobby with armchairs and a view of ${view}`,
};

/** Two to five drawings of a unit; none for some listings, as owners leave them out. */
export function listingPictures(random: Random, scene: Scene): SamplePicture[] {
  if (random.chance(0.2)) {
    return [];
  }
  const others = random.shuffle<Room>(['bedroom', 'kitchen', 'bathroom', 'balcony']);
  return drawn(['living', ...others.slice(0, random.int(1, 4))], viewOf[scene]);
}

/** Drawings of what all guests of a resort share, and of a unit. */
export const resortPictures = (scene: Scene): SamplePicture[] =>
  drawn(['pool', 'lobby', 'balcony', 'living', 'bedroom'], viewOf[scene]);

const drawn = (rooms: readonly Room[], view: View): SamplePicture[] =>
  rooms.map((room, index) => ({
    position: index + 1,
    alt: alts[room](views[view]),
    width: 1200,
    height: 800,
    placeholder: placeholderOf(view),
    drawing: interiorName(room, view),
  }));

/** The colors of wall, window and floor. */
function placeholderOf(view: View): string {
  const ink = palettes[viewPalettes[view]];
  const area = (color: string, path: string): string =>
    `%3Cpath fill='%23${color.slice(1)}' d='${path}'/%3E`;
  const areas = [
    area(mix('#FBF1DF', ink.wall, 0.4), 'M0 0h12v8H0z'),
    area(ink.sky[1], 'M4 1h7v4H4z'),
    area(mix('#DDB98B', ink.sand, 0.35), 'M0 6h12v2H0z'),
  ];
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 12 8'%3E${areas.join('')}%3C/svg%3E`;
}
