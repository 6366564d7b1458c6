import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WrittenLevel } from '../web/map/tiles/tile.ts';
import { buildTiles, type BuiltLevel } from './map/buildTiles.ts';

// Writes the tiles of the map to Vite's public folder, and an index for the client. The folder's
// name is a hash, so that browsers may cache the files forever.
const target = 'web/map/__generated__';
const index = join(target, 'tileIndex.ts');
const version = hashOf([
  ...readdirSync('scripts/map').map((name) => join('scripts/map', name)),
  'scripts/generateMap.ts',
  'web/map/tiles/tile.ts',
  'node_modules/world-atlas/package.json',
  'node_modules/us-atlas/package.json',
]);
const folder = `assets/map/${version}`;

if (!existsSync(index) || !readFileSync(index, 'utf8').includes(folder)) {
  rmSync(target, { recursive: true, force: true });
  const levels = buildTiles();
  levels.forEach(writeTiles);
  const written = levels.map(({ tiles, from, hasShapes, content }): WrittenLevel => {
    const across = 2 ** tiles;
    const has = Array.from({ length: across ** 2 }, (_, at) =>
      content.has(`${at % across}/${Math.floor(at / across)}`) ? '1' : '0',
    ).join('');
    return { tiles, from, hasShapes, has };
  });
  // Written last: only then the tiles are complete.
  writeFileSync(
    index,
    `export const folder = '/${folder}';\nexport const levels = ${JSON.stringify(written)};\n`,
  );
}

function writeTiles({ tiles, content }: BuiltLevel): void {
  for (const [place, tile] of content) {
    const path = join(target, 'public', folder, `${tiles}/${place}.json`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(tile));
  }
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}
