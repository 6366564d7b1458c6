import { addDays } from '../../../ui/words/days.ts';

/** A free night as the calendar shows it. */
export interface FreeNight {
  price: string;
  /** Latest day of departure of a stay that begins with it. */
  stayUntil: string;
}

/** Free nights by their days, YYYY-MM-DD. */
export type FreeNights = ReadonlyMap<string, FreeNight>;

/** A stay by its first night and its day of departure. */
export interface Stay {
  from: string;
  to: string;
}

/** Whether a stay of these nights can be booked. */
export function canBook({ from, to }: Stay, nights: FreeNights): boolean {
  const until = nights.get(from)?.stayUntil;
  return until !== undefined && from < to && to <= until;
}

/**
 * The stay that is chosen by dragging from one day to another: as long as one can be booked in that
 * direction. Undefined if there is none.
 */
export function draggedStay(start: string, day: string, nights: FreeNights): Stay | undefined {
  if (day > start) {
    const until = nights.get(start)?.stayUntil;
    return until === undefined ? undefined : { from: start, to: day < until ? day : until };
  }
  for (let from = day; from < start; from = addDays(from, 1)) {
    if (canBook({ from, to: start }, nights)) return { from, to: start };
  }
  return undefined;
}
