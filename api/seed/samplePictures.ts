import type { Random } from '#common/random.ts';
import { interiorName, viewOf, type Room, type View } from '../../art/interiors/names.ts';
import type { Scene } from '../../art/resortScenes.ts';

export interface SamplePicture {
  /** From 1. */
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

/** Two to five drawings of a unit; none for some listings, as owners may leave them out. */
export function listingPictures(random: Random, scene: Scene): SamplePicture[] {
  if (random.chance(0.2)) {
    return [];
  }
  const others = random.shuffle<Room>(['bedroom', 'kitchen', 'bathroom', 'balcony']);
  return drawn(['living', ...others.slice(0, random.int(1, 4))], viewOf[scene]);
}

/** Drawings of a resort's shared facilities and of a unit. */
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

/** The colors of wall, window and floor in the drawings. */
const colors: Record<View, readonly [string, string, string]> = {
  sea: ['fdf4e4', '7FCDCB', 'e6c89e'],
  peaks: ['fbefdf', 'E6B3C3', 'e4c49d'],
  city: ['f6e7ce', '4F8C8C', 'd3b084'],
  green: ['fdf3e2', 'D5E6CF', 'e5c69a'],
};

function placeholderOf(view: View): string {
  const paths = ['M0 0h12v8H0z', 'M4 1h7v4H4z', 'M0 6h12v2H0z'];
  const areas = colors[view].map(
    (color, index) => `%3Cpath fill='%23${color}' d='${paths[index]}'/%3E`,
  );
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 12 8'%3E${areas.join('')}%3C/svg%3E`;
}
