import { addDays } from '#common/days.ts';
import type { FreeNight } from '../choice.ts';

/** Free nights from a day to another, with the fewest nights of a stay; any part by default. */
type Stretch = readonly [from: string, to: string, fewest?: number, price?: string];

/** What the calendar has of stretches without a common night. */
export function freeNights(...stretches: Stretch[]): Map<string, FreeNight> {
  const nights = new Map<string, FreeNight>();
  for (const [start, end, fewest = 1, price = '$100'] of stretches) {
    for (let day = start; day < end; day = addDays(day, 1)) {
      const latest = addDays(end, -fewest);
      const from = day < latest ? day : latest;
      nights.set(day, {
        price,
        shortest: { from, to: addDays(from, fewest) },
        isWhole: addDays(start, fewest) === end,
        departures: from === day ? [{ from: addDays(day, fewest), to: end }] : [],
      });
    }
  }
  return nights;
}
