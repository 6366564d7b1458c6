import { AsyncLocalStorage } from 'node:async_hooks';
import { changeParts, type Change, type ChangePart, type ResortChange } from './changes.ts';

interface Test {
  parts: number;
  isTouchedBy: (change: ResortChange) => boolean;
}

const bitOf = Object.fromEntries(changeParts.map((part, index) => [part, 1 << index])) as Record<
  ChangePart,
  number
>;

const bitsOf = (parts: readonly ChangePart[]): number =>
  parts.reduce((bits, part) => bits | bitOf[part], 0);

export class Reads {
  /** Whether every change affects the value. */
  everything = false;
  /** Whether the value is read past the cache. */
  isPast = false;
  readonly resorts = new Map<string, number>();
  readonly tests: Test[] = [];
  /** The parts that are recorded for resorts. */
  readonly #parts: number;

  /** @param parts to record besides `row`, `place` and `detail` */
  constructor(parts: readonly ChangePart[] = changeParts) {
    this.#parts = bitsOf([...parts, ...always]);
  }

  addResorts(ids: Iterable<string>): void {
    for (const id of ids) {
      this.resorts.set(id, (this.resorts.get(id) ?? 0) | this.#parts);
    }
  }

  add(other: Reads): void {
    this.everything ||= other.everything;
    for (const [id, parts] of other.resorts) {
      this.resorts.set(id, (this.resorts.get(id) ?? 0) | parts);
    }
    this.tests.push(...other.tests);
  }

  /** Whether changes of a part may affect the value by more than the ids of resorts. */
  dependOn(part: ChangePart): boolean {
    return this.everything || this.tests.some(({ parts }) => (parts & bitOf[part]) !== 0);
  }

  areTouchedBy(change: Change): boolean {
    if (!change || this.everything) {
      return true;
    }
    const bit = bitOf[change.part];
    return (
      (change.resortIds
        ? change.resortIds.some((id) => ((this.resorts.get(id) ?? 0) & bit) !== 0)
        : [...this.resorts.values()].some((parts) => (parts & bit) !== 0)) ||
      this.tests.some(({ parts, isTouchedBy }) => (parts & bit) !== 0 && isTouchedBy(change))
    );
  }

  bytes(): number {
    return 200 + this.resorts.size * 120 + this.tests.length * 300;
  }
}

const always = ['row', 'place', 'detail'] as const;

const recording = new AsyncLocalStorage<Reads>();

/** Runs a function and adds its recorded sources to `reads`. */
export const record = <Result>(reads: Reads, run: () => Result): Result =>
  recording.run(reads, run);

export function readsOf(say: () => void): Reads {
  const reads = new Reads();
  record(reads, say);
  return reads;
}

/** The current record; undefined if nothing will be cached. */
export const recorded = (): Reads | undefined => recording.getStore();

/** The answer depends on these resorts, with their listings, reviews and details. */
export const readsResorts = (ids: Iterable<string>): void => recorded()?.addResorts(ids);

/** The answer depends on changes of these parts for which `isTouchedBy` is true. */
export const readsWhere = (
  parts: readonly ChangePart[],
  isTouchedBy: Test['isTouchedBy'] = () => true,
): void => void recorded()?.tests.push({ parts: bitsOf(parts), isTouchedBy });

/** Records that the answer depends on every change. */
export const readsEverything = (): void => {
  const reads = recorded();
  if (reads) {
    reads.everything = true;
  }
};
