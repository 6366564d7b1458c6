import { allInteriors } from './interiors/interiors.ts';
import { createRandom } from '../common/random.ts';
import { drawBeach } from './scenes/beach.ts';
import { drawDesertCity } from './scenes/desertCity.ts';
import { drawGolfValley } from './scenes/golfValley.ts';
import { drawHarbour } from './scenes/harbour.ts';
import { drawIsland } from './scenes/island.ts';
import { sheet, type DrawScene } from './scenes/kit.ts';
import { drawLake } from './scenes/lake.ts';
import { drawMountainSnow } from './scenes/mountainSnow.ts';
import { drawMountainSummer } from './scenes/mountainSummer.ts';
import { palettes, type PaletteName } from './scenes/palettes.ts';
import { drawHero, drawHeroSmall, drawOpenGraph } from './scenes/hero.ts';
import { drawThemePark } from './scenes/themePark.ts';
import { resortScenes, type Scene } from './resortScenes.ts';

interface PictureSubject {
  slug: string;
  scene: Scene;
}

export interface Picture {
  name: string;
  svg: string;
}

const scenes: Record<Scene, DrawScene> = {
  beach: drawBeach,
  island: drawIsland,
  desertCity: drawDesertCity,
  mountainSnow: drawMountainSnow,
  mountainSummer: drawMountainSummer,
  themePark: drawThemePark,
  lake: drawLake,
  harbour: drawHarbour,
  golfValley: drawGolfValley,
};

const usualPalettes: Record<Scene, readonly PaletteName[]> = {
  beach: [
    'dawnRose',
    'noonClear',
    'noonDeep',
    'noonPaper',
    'goldenAmber',
    'goldenTeal',
    'goldenSun',
    'duskCoral',
  ],
  island: [
    'dawnLilac',
    'noonClear',
    'noonDeep',
    'goldenTeal',
    'goldenSun',
    'duskCoral',
    'duskTeal',
  ],
  desertCity: ['nightNavy', 'nightViolet', 'duskCoral', 'duskTeal'],
  mountainSnow: ['dawnRose', 'dawnLilac', 'noonDeep', 'duskCoral', 'nightNavy'],
  mountainSummer: ['dawnRose', 'noonClear', 'noonPaper', 'goldenTeal'],
  themePark: ['dawnRose', 'noonClear', 'goldenSun', 'duskCoral', 'duskTeal'],
  lake: ['dawnLilac', 'noonPaper', 'goldenTeal', 'duskCoral', 'duskTeal'],
  harbour: ['dawnRose', 'noonDeep', 'goldenAmber', 'goldenTeal', 'duskTeal'],
  golfValley: ['dawnLilac', 'noonPaper', 'goldenAmber', 'goldenSun', 'duskCoral'],
};

/** A 1200x800 travel poster for one resort; the same resort always gets the same picture. */
export function drawResortPicture(resort: PictureSubject): string {
  const direction = resortScenes[resort.slug];
  const random = createRandom(`picture:${resort.slug}`);
  const palette = direction?.palette ?? random.pick(usualPalettes[resort.scene]);
  return draw(resort.slug, resort.scene, palette, direction?.layout ?? '');
}

function draw(seed: string, scene: Scene, palette: PaletteName, layout: string): string {
  const stage = {
    random: createRandom(`scene:${seed}`),
    ink: palettes[palette],
    layout,
    width: 1200,
    height: 800,
  };
  return sheet(1200, 800, scenes[scene](stage));
}

const destinations: readonly [string, Scene, PaletteName, string][] = [
  ['florida', 'beach', 'goldenTeal', 'towers'],
  ['california', 'beach', 'goldenAmber', 'cliff'],
  ['south-carolina', 'harbour', 'dawnRose', 'stripes'],
  ['hawaii', 'island', 'noonClear', 'volcano'],
  ['mexico', 'beach', 'duskCoral', 'arch'],
  ['aruba', 'island', 'noonDeep', 'flat'],
];

/** Every picture the web client shows, by file name. */
export function allPictures(): Picture[] {
  const resorts = Object.entries(resortScenes).map(([slug, { scene }]) => ({
    name: `${slug}.svg`,
    svg: drawResortPicture({ slug, scene }),
  }));
  const tiles = destinations.map(([name, scene, palette, layout]) => ({
    name: `destination-${name}.svg`,
    svg: draw(`destination-${name}`, scene, palette, layout),
  }));
  return [
    ...resorts,
    ...tiles,
    ...allInteriors().map(({ name, svg }) => ({ name: `${name}.svg`, svg })),
    { name: 'hero.svg', svg: drawHero() },
    { name: 'hero-small.svg', svg: drawHeroSmall() },
    { name: 'og.svg', svg: drawOpenGraph() },
  ];
}
