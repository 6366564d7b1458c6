import { createRandom } from '#common/random.ts';
import { sheet, type Stage } from '../scenes/kit.ts';
import { palettes } from '../scenes/palettes.ts';
import { interiorName, type Room, type View } from './names.ts';
import { rooms } from './rooms.ts';
import { viewPalettes } from './views.ts';

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
