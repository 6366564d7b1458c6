import { graphql, useFragment } from 'react-relay/hooks';
import type { CSSProperties } from 'react';
import type { SeasonCalendar_resort$key } from '#web/__generated__/SeasonCalendar_resort.graphql.ts';
import styles from './SeasonCalendar.module.css';

/** Weeks of a year; some years have 53. */
const weeksOfYear = 53;

/** The numbered weeks of a year by season, as the resort sells them. */
export function SeasonCalendar({ resort }: { resort: SeasonCalendar_resort$key }) {
  const { seasons } = useFragment<SeasonCalendar_resort$key>(
    graphql`
      fragment SeasonCalendar_resort on Resort {
        seasons {
          name
          firstWeek
          lastWeek
        }
      }
    `,
    resort,
  );
  if (seasons.length === 0) return null;
  const names = [...new Set(seasons.map(({ name }) => name))];
  const toneOf = (name: string) => names.indexOf(name) % tones;
  // Distinguishes seasons without colors.
  const letterOf = (name: string) => String.fromCharCode(firstLetter + names.indexOf(name));
  return (
    <section className={`stack gap-3 padding-4-5 card ${styles.seasons}`} aria-label="Seasons">
      <h3 className="text-18">Seasons by week</h3>
      <div className={`relative clip pill on-sand ${styles.year}`} aria-hidden="true">
        {seasons.map(({ name, firstWeek, lastWeek }) => (
          <span
            className="absolute clip text-center"
            key={firstWeek}
            data-tone={toneOf(name)}
            data-letter={letterOf(name)}
            style={
              {
                '--start': `${((firstWeek - 1) / weeksOfYear) * 100}%`,
                '--length': `${((lastWeek - firstWeek + 1) / weeksOfYear) * 100}%`,
              } as CSSProperties
            }
          />
        ))}
      </div>
      <ul className="cluster gap-5 row-gap-2 text-15">
        {names.map((name) => (
          <li className="soft" key={name}>
            <span data-tone={toneOf(name)} data-letter={letterOf(name)} aria-hidden="true" />
            <strong>{name}</strong> {weeksText(seasons.filter((season) => season.name === name))}
          </li>
        ))}
      </ul>
    </section>
  );
}

const tones = 4;

const firstLetter = 'A'.charCodeAt(0);

function weeksText(ranges: readonly { firstWeek: number; lastWeek: number }[]): string {
  const words = ranges.map(({ firstWeek, lastWeek }) =>
    firstWeek === lastWeek ? `${firstWeek}` : `${firstWeek} – ${lastWeek}`,
  );
  return `week${words.length === 1 && !words[0]?.includes('–') ? '' : 's'} ${words.join(', ')}`;
}
