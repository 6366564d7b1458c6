import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allPictures } from './pictures.ts';

/** Writes every picture into `dir` and returns how many there are. */
export function writePictures(dir: string): number {
  mkdirSync(dir, { recursive: true });
  const pictures = allPictures();
  for (const { name, svg } of pictures) {
    writeFileSync(join(dir, name), svg);
  }
  return pictures.length;
}
