/**
 * Random numbers from 0 up to, not including, 1; the same sequence for the same seed (mulberry32).
 */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws items of a Zipf distribution with exponent 1: the first twice as often as the second. */
export function zipf<Item>(items: readonly Item[], random: () => number): () => Item {
  const sums = new Float64Array(items.length);
  let sum = 0;
  for (let index = 0; index < items.length; index += 1) {
    sum += 1 / (index + 1);
    sums[index] = sum;
  }
  return () => {
    const wanted = random() * sum;
    let low = 0;
    let high = items.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) > wanted) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return items[low] as Item;
  };
}
