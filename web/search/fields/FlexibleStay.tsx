import { Icon } from '#web/ui/basics/Icon.tsx';
import { addMonths, utcToday } from '#common/days.ts';
import type { StayTime } from '../address/stayTime.ts';
import { monthLabel, nightsLabel, seasonLabel } from '../address/stayWords.ts';
import styles from './Fields.module.css';
import { Pills } from './Pills.tsx';

type Flexible = Pick<StayTime, 'month' | 'season' | 'nights'>;

export interface FlexibleStayProps extends Flexible {
  onChange: (stay: Flexible) => void;
}

const lengths = [
  { value: '', label: 'Any' },
  { value: 'weekend', label: 'Weekend' },
  { value: '7', label: 'Week' },
  { value: '10', label: '10 days' },
];

export function FlexibleStay({ month, season, nights, onChange }: FlexibleStayProps) {
  const isListed = lengths.some(({ value }) => value === nights);
  return (
    <>
      <label className={styles.date}>
        Arrival
        <span className={`relative ${styles.select}`}>
          <select
            value={month || season}
            onChange={({ target }) =>
              onChange(
                /^\d/.test(target.value)
                  ? { month: target.value, season: '', nights }
                  : { month: '', season: target.value, nights },
              )
            }
          >
            <option value="">Any time</option>
            <optgroup label="Seasons">
              {withChosen(nextSeasons(), season).map((value) => (
                <option key={value} value={value}>
                  {seasonLabel(value)}
                </option>
              ))}
            </optgroup>
            <optgroup label="Months">
              {withChosen(nextMonths(), month).map((value) => (
                <option key={value} value={value}>
                  {monthLabel(value)}
                </option>
              ))}
            </optgroup>
          </select>
          <Icon name="arrowDown" size={18} />
        </span>
      </label>
      <Pills
        caption="How long"
        choices={isListed ? lengths : [...lengths, { value: nights, label: nightsLabel(nights) }]}
        chosen={nights}
        onChange={(chosen) => onChange({ month, season, nights: chosen })}
      />
    </>
  );
}

/** A link may contain a time beyond the listed choices. */
const withChosen = (values: string[], chosen: string): string[] =>
  chosen === '' || values.includes(chosen) ? values : [chosen, ...values];

const nextMonths = (): string[] =>
  Array.from({ length: 18 }, (_, index) => addMonths(utcToday().slice(0, 7), index));

const names = ['winter', 'spring', 'summer', 'fall'];

/** The current season of the north and the next five, such as 'summer-2027'. */
function nextSeasons(): string[] {
  const month = utcToday().slice(0, 7);
  // Seasons begin in months divisible by three.
  const first = addMonths(month, -(Number(month.slice(5)) % 3));
  return Array.from({ length: 6 }, (_, index) => {
    const [year, begin] = addMonths(first, 3 * index).split('-');
    return `${names[(Number(begin) / 3) % 4]}-${year}`;
  });
}
