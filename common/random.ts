/** A seeded generator (mulberry32): the same seed gives the same sample data and pictures. */
export type Random = ReturnType<typeof createRandom>;

export function createRandom(seed: string) {
  let state = hashText(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) {
      throw new RangeError('pick needs at least one item');
    }
    return items[int(0, items.length - 1)] as T;
  };
  return {
    next,
    float: (min: number, max: number): number => min + next() * (max - min),
    int,
    chance: (probability: number): boolean => next() < probability,
    pick,
    shuffle: <T>(items: readonly T[]): T[] => {
      const left = [...items];
      const out: T[] = [];
      while (left.length > 0) {
        out.push(...left.splice(int(0, left.length - 1), 1));
      }
      return out;
    },
  };
}

/** FNV-1a, 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}
