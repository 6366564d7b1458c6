import { useEffect, useRef, type KeyboardEvent } from 'react';
import { dayAfterKey } from './monthGrid.ts';

interface DayFocusOptions {
  /** YYYY-MM. */
  month: string;
  /** The only day in the tab order. */
  reachable: string;
  /** Makes another day reachable after a key. */
  onDay: (day: string) => void;
  /** Whether the calendar includes a month; unlimited by default. */
  hasMonth?: (month: string) => boolean;
  onMonth: (month: string) => void;
}

/** Keyboard control of a WAI-ARIA grid of dates; each day has its date in `data-day`. */
export function useDayFocus(options: DayFocusOptions) {
  const { month, reachable, onDay, hasMonth = () => true, onMonth } = options;
  const grid = useRef<HTMLTableElement>(null);
  const turnedTo = useRef<string>(undefined);

  const focus = (day: string) =>
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  const onKeyDown = (event: KeyboardEvent) => {
    const day = dayAfterKey(event.key, reachable);
    if (day === undefined) return;
    event.preventDefault();
    const target = day.slice(0, 7);
    if (!hasMonth(target)) return;
    onDay(day);
    if (target === month) {
      focus(day);
    } else {
      turnedTo.current = day;
      onMonth(target);
    }
  };
  // A month reached by keyboard takes the focus.
  useEffect(() => {
    const day = turnedTo.current;
    turnedTo.current = undefined;
    if (day) focus(day);
  }, [month]);

  return { grid, onKeyDown };
}
