import { tower } from '../scenes/buildings.ts';
import {
  clouds,
  grove,
  mix,
  peak,
  ridge,
  sailboat,
  sky,
  water,
  type Stage,
} from '../scenes/kit.ts';
import type { PaletteName } from '../scenes/palettes.ts';
import type { View } from './names.ts';

export const viewPalettes: Record<View, PaletteName> = {
  sea: 'noonClear',
  peaks: 'dawnLilac',
  city: 'duskTeal',
  green: 'noonPaper',
};

/** The view over the whole sheet; rooms cover most of it. */
export function drawView(stage: Stage, view: View, horizon: number): string {
  const { random } = stage;
  const sunX = random.int(560, 900);
  const sunY = horizon - random.int(110, 190);
  return (
    sky(stage, { horizon, sunX, sunY, sunSize: 46 }) +
    clouds(stage, 90, horizon - 120, 2) +
    landscapes[view](stage, horizon, sunX)
  );
}

const landscapes: Record<View, (stage: Stage, horizon: number, sunX: number) => string> = {
  sea: (stage, horizon, sunX) => {
    const { ink, random } = stage;
    const colors = [mix(ink.sea, ink.haze, 0.35), ink.sea, mix(ink.sea, ink.seaLight, 0.7)];
    return (
      ridge(random, 1200, horizon + 4, 34, horizon + 20, mix(ink.haze, ink.sea, 0.35)) +
      water(stage, horizon, 800, colors, { x: sunX, color: ink.sun }) +
      sailboat(random.int(480, 760), horizon + 30, 0.6, ink.ink, ink.wall, ink.accent)
    );
  },
  peaks: ({ ink, random }, horizon) => {
    const colors = {
      lit: mix(ink.haze, ink.cloud, 0.4),
      dark: mix(ink.haze, ink.ink, 0.35),
      snow: '#FFFFFF',
      snowDark: mix('#FFFFFF', ink.haze, 0.5),
    };
    return (
      peak(random, { x: 480, base: horizon + 60, w: 760, h: 300 }, colors) +
      peak(random, { x: 900, base: horizon + 60, w: 620, h: 230 }, colors) +
      ridge(random, 1200, horizon + 30, 60, 800, mix(ink.leaf, ink.haze, 0.45)) +
      ridge(random, 1200, horizon + 90, 50, 800, ink.leaf, 3)
    );
  },
  city: ({ ink, random }, horizon) => {
    const towers = [150, 330, 470, 640, 790, 930, 1070].map((x) =>
      tower(random, { x, base: horizon + 200, w: 92, h: random.int(190, 400) }, ink),
    );
    return ridge(random, 1200, horizon, 60, 800, mix(ink.haze, ink.ink, 0.3)) + towers.join('');
  },
  green: ({ ink, random }, horizon) =>
    ridge(random, 1200, horizon - 10, 90, 800, mix(ink.haze, ink.leaf, 0.35)) +
    ridge(random, 1200, horizon + 40, 60, 800, mix(ink.haze, ink.leaf, 0.65), 3) +
    grove(random, { from: 0, to: 1200, y: horizon + 70 }, 11, 46, [
      ink.leaf,
      mix(ink.leaf, ink.seaLight, 0.3),
    ]) +
    ridge(random, 1200, horizon + 90, 20, 800, mix(ink.leaf, ink.seaLight, 0.45)),
};
