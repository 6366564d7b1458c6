import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allPictures, drawResortPicture } from './pictures.ts';
import { resortScenes } from './resortScenes.ts';

/** Enough of an XML reader to catch unbalanced tags, broken attributes and stray text. */
function checkXml(svg: string): string | undefined {
  const open: string[] = [];
  const tag = /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z][\w:-]*="[^"<&]*")*)\s*(\/?)>/gy;
  let at = 0;
  while (at < svg.length) {
    if (svg[at] !== '<') {
      const next = svg.indexOf('<', at);
      if (next < 0 || open.at(-1) !== 'text') return `stray text at ${at}`;
      at = next;
    }
    tag.lastIndex = at;
    const match = tag.exec(svg);
    if (!match) return `bad tag at ${at}: ${svg.slice(at, at + 60)}`;
    const [whole, closing, name = '', , empty] = match;
    if (closing) {
      if (open.pop() !== name) return `unexpected </${name}> at ${at}`;
    } else if (!empty) {
      open.push(name);
    }
    at += whole.length;
  }
  return open.length > 0 ? `unclosed ${open.join(' ')}` : undefined;
}

describe('pictures', () => {
  const pictures = allPictures();

  it('covers every resort, the six destinations, both heroes and the share card', () => {
    const names = pictures.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name.startsWith('destination-'))).toHaveLength(6);
    for (const slug of Object.keys(resortScenes)) expect(names).toContain(`${slug}.svg`);
    for (const name of ['hero.svg', 'hero-small.svg', 'og.svg']) expect(names).toContain(name);
  });

  it.each(pictures.map(({ name, svg }) => [name, svg]))('%s is valid and small', (name, svg) => {
    expect(checkXml(svg)).toBeUndefined();
    expect(svg).not.toMatch(/NaN|undefined|Infinity|feTurbulence|<script/);
    expect(svg.length).toBeLessThanOrEqual(/^(hero|og)/.test(name) ? 20 * 1024 : 14 * 1024);
    for (const [, id] of svg.matchAll(/(?:href="|url\()#([\w-]+)/g)) {
      expect(svg).toContain(`id="${id}"`);
    }
  });

  it('draws each picture differently, and the same on every call', () => {
    expect(new Set(pictures.map(({ svg }) => svg)).size).toBe(pictures.length);
    expect(allPictures()).toEqual(pictures);
  });

  it('draws pictures of unknown resorts', () => {
    for (const scene of new Set(Object.values(resortScenes).map((entry) => entry.scene))) {
      const svg = drawResortPicture({ slug: `new-${scene}`, scene });
      expect(checkXml(svg)).toBeUndefined();
    }
  });

  it('are committed as they are drawn; otherwise run npm run generate:pictures', () => {
    const folder = 'art/pictures';
    expect(readdirSync(folder).sort()).toEqual(pictures.map(({ name }) => name).sort());
    for (const { name, svg } of pictures) {
      expect(readFileSync(join(folder, name), 'utf8'), name).toBe(svg);
    }
  });
});
