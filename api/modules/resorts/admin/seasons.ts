/** A range of numbered weeks, both ends included, that are sold as one season. */
export interface Season {
  name: string;
  firstWeek: number;
  lastWeek: number;
}

const lastWeekOfAll = 53;

export class SeasonTextError extends Error {}

/**
 * Reads a season calendar as people write it: 'Red 1-8, 50-52; White 9-20', one season per line or
 * separated by semicolons.
 * @returns The ranges, ordered by week.
 * @throws {SeasonTextError} with a message that says what to correct
 */
export function readSeasons(text: string): Season[] {
  const seasons = text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap(readSeason)
    .sort((one, other) => one.firstWeek - other.firstWeek);
  seasons.forEach((season, index) => {
    const next = seasons[index + 1];
    if (next && next.firstWeek <= season.lastWeek) {
      throw new SeasonTextError(`Week ${next.firstWeek} has two seasons`);
    }
  });
  return seasons;
}

function readSeason(part: string): Season[] {
  const firstDigit = part.search(/\d/);
  const name = part
    .slice(0, Math.max(firstDigit, 0))
    .trimEnd()
    .replace(/\bweeks?$/i, '')
    .trimEnd()
    .replace(/:$/, '')
    .trimEnd();
  const weeks = part.slice(firstDigit);
  if (!/^\p{L}[^:<>]{0,39}$/u.test(name) || /[,–-]$/.test(name) || !/^[\d\s,–-]+$/.test(weeks)) {
    throw new SeasonTextError(`Write seasons like 'Red 1-8, 50-52; White 9-20', not '${part}'`);
  }
  return weeks.split(',').map((range) => {
    const [, first = '', last = first] =
      /^\s*(\d{1,2})(?:\s*[–-]\s*(\d{1,2}))?\s*$/.exec(range) ?? [];
    const [firstWeek, lastWeek] = [Number(first), Number(last)];
    if (firstWeek < 1 || lastWeek > lastWeekOfAll || firstWeek > lastWeek) {
      throw new SeasonTextError(`Weeks are numbered 1 to ${lastWeekOfAll}, not '${range.trim()}'`);
    }
    return { name, firstWeek, lastWeek };
  });
}

export function seasonText(seasons: readonly Season[]): string {
  const byName = new Map<string, string[]>();
  for (const { name, firstWeek, lastWeek } of seasons) {
    const weeks = firstWeek === lastWeek ? String(firstWeek) : `${firstWeek}-${lastWeek}`;
    byName.set(name, [...(byName.get(name) ?? []), weeks]);
  }
  return [...byName].map(([name, weeks]) => `${name} ${weeks.join(', ')}`).join('; ');
}
