import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allPictures } from './pictures.ts';

// Draws art/pictures, which the build of the client copies.
const folder = 'art/pictures';
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const { name, svg } of allPictures()) {
  writeFileSync(join(folder, name), svg);
}
