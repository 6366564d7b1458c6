import { createRandom } from '../random.ts';
import { sheet, type Stage } from '../scenes/kit.ts';
import { palettes } from '../scenes/palettes.ts';
import type { Scene } from '../resortScenes.ts';
import { rooms, type Room } from './rooms.ts';
import { viewPalettes, type View } from './views.ts';

/** What the windows of a resort's units show. */
export const viewOf: Record<Scene, View> = {
  beach: 'sea',
  island: 'sea',
  harbour: 'sea',
  desertCity: 'city',
  themePark: 'green',
  golfValley: 'green',
  lake: 'green',
  mountainSnow: 'peaks',
  mountainSummer: 'peaks',
};

/** Names the file of a drawing, without its extension. */
export const interiorName = (room: Room, view: View): string => `interior-${room}-${view}`;

/** Every interior, by name: one for each room and view. Listings share them. */
export function allInteriors(): { name: string; svg: string }[] {
  return (Object.keys(viewPalettes) as View[]).flatMap((view) =>
    (Object.keys(rooms) as Room[]).map((room) => {
      const name = interiorName(room, view);
      const ink = palettes[viewPalettes[view]];
      const random = createRandom(name);
      const stage: Stage = { random, ink, layout: '', width: 1200, height: 800 };
      return { name, svg: sheet(1200, 800, rooms[room](stage, view)) };
    }),
  );
}
