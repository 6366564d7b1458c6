import { expect, it } from 'vitest';
import { extent, type Line, type MapTile } from '#web/map/tiles/tile.ts';
import { buildTiles } from './buildTiles.ts';

const levels = buildTiles();

/** The tile of a place, and the place in its units. */
function placeIn(tiles: number, longitude: number, latitude: number) {
  const angle = (latitude * Math.PI) / 180;
  const x = ((longitude + 180) / 360) * 2 ** tiles;
  const y = (0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)) * 2 ** tiles;
  const content = levels.find((level) => level.tiles === tiles)?.content;
  return {
    tile: content?.get(`${Math.floor(x)}/${Math.floor(y)}`),
    point: [(x % 1) * extent, (y % 1) * extent] as const,
  };
}

/** Whether a point is inside areas, by the number of lines to its right. */
function isInside(areas: readonly Line[] = [], [x, y]: readonly [number, number]): boolean {
  let crossed = 0;
  for (const line of areas) {
    let [lastX, lastY] = [0, 0];
    const [firstX = 0, firstY = 0] = line;
    for (let at = 0; at <= line.length; at += 2) {
      const isClosing = at === line.length;
      const nextX = isClosing ? firstX : lastX + (line[at] ?? 0);
      const nextY = isClosing ? firstY : lastY + (line[at + 1] ?? 0);
      if (at > 0 && lastY > y !== nextY > y) {
        const crossing = lastX + ((y - lastY) / (nextY - lastY)) * (nextX - lastX);
        if (crossing > x) crossed += 1;
      }
      [lastX, lastY] = [nextX, nextY];
    }
  }
  return crossed % 2 === 1;
}

const isLand = (tiles: number, longitude: number, latitude: number): boolean => {
  const { tile, point } = placeIn(tiles, longitude, latitude);
  return isInside(tile?.land, point) && !isInside(tile?.lakes, point);
};

const namesOf = (tile: MapTile | undefined) => tile?.names?.map(([name]) => name) ?? [];

it.each([
  ['Aruba', -69.97, 12.51],
  ['Curaçao', -68.97, 12.17],
  ['Barbados', -59.55, 13.17],
  ['Grand Cayman', -81.2, 19.32],
  ['Maui', -156.25, 20.75],
])('%s is land in its tile, on a map of a region and close to it', (_name, longitude, latitude) => {
  expect(isLand(2, longitude, latitude)).toBe(true);
  expect(isLand(4, longitude, latitude)).toBe(true);
});

it.each([
  ['west of Aruba', -70.3, 12.5],
  ['the Gulf of Mexico', -90, 25],
  ['the middle of Lake Superior', -87.5, 47.6],
  ['the Pacific', -140, 10],
])('%s is water at every level', (_name, longitude, latitude) => {
  for (const tiles of [0, 2, 4]) expect(isLand(tiles, longitude, latitude)).toBe(false);
});

it('names Aruba in its tile, where the island is, and its towns closer to it', () => {
  const { tile, point } = placeIn(4, -69.97, 12.51);
  const [aruba] = tile?.names?.filter(([name]) => name === 'Aruba') ?? [];
  if (!aruba) throw new Error('Aruba has no name');
  expect(Math.hypot(aruba[1] - point[0], aruba[2] - point[1])).toBeLessThan(40);
  expect(aruba[4]).toBeLessThan(6);
  expect(namesOf(placeIn(5, -69.97, 12.51).tile)).toContain('Oranjestad');
});

it('names countries in full, each once in a level', () => {
  const names = levels.map(({ content }) =>
    [...content.values()].flatMap(
      (tile) => tile.names?.filter(([, , , kind]) => kind === 'country') ?? [],
    ),
  );
  const closest = names[2]?.map(([name]) => name) ?? [];
  expect(closest).toEqual(
    expect.arrayContaining(['U.S. Virgin Islands', 'Dominican Republic', 'Antigua and Barbuda']),
  );
  expect(new Set(closest).size).toBe(closest.length);
});

it('leaves tiles of open sea out, and keeps the others small', () => {
  expect(placeIn(4, -125, -10).tile).toBeUndefined();
  for (const { content } of levels) {
    for (const tile of content.values()) {
      expect(JSON.stringify(tile).length).toBeLessThan(130_000);
    }
  }
});
