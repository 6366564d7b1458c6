import type { AuditFilter } from '../__generated__/AuditPageQuery.graphql.ts';
import { addDays, isDay } from '#common/days.ts';

/** The audit log filter in a URL; invalid days are ignored. */
export function filterIn(params: URLSearchParams): AuditFilter {
  const text = (name: string) => params.get(name)?.trim() || null;
  const day = (name: string) => {
    const value = text(name);
    return value && isDay(value) ? value : null;
  };
  const [from, to] = [day('from'), day('to')];
  const isSpan = !(from && to && from > to);
  return {
    actor: text('who'),
    action: text('action'),
    subjectType: text('type'),
    subjectId: text('subject'),
    since: from && isSpan ? `${from}T00:00:00Z` : null,
    // Includes the whole last day.
    until: to && isSpan ? `${addDays(to, 1)}T00:00:00Z` : null,
  };
}
