import { useId } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { PillFacet_values$key } from '../../__generated__/PillFacet_values.graphql.ts';
import { formatCount } from '../../ui/words/numbers.ts';
import styles from './Filters.module.css';

interface PillFacetProps {
  legend: string;
  values: PillFacet_values$key;
  labelOf: (value: number) => string;
  chosen: number | null;
  onChange: (chosen: number | null) => void;
}

/** A choice of one minimum ("at least this many"), or of any. */
export function PillFacet({ legend, values, labelOf, chosen, onChange }: PillFacetProps) {
  const given = useFragment<PillFacet_values$key>(
    graphql`
      fragment PillFacet_values on ResortFacetValue @relay(plural: true) {
        value
        count {
          value
          isCapped
        }
      }
    `,
    values,
  );
  const name = useId();
  const choices = given.map(({ value, count }) => ({
    value: Number(value),
    number: formatCount(count.value) + (count.isCapped ? '+' : ''),
    isEmpty: count.value === 0 && !count.isCapped,
  }));
  const isListed = chosen === null || choices.some(({ value }) => value === chosen);
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <div className={styles.pills}>
        <label className={styles.pill}>
          <input
            type="radio"
            name={name}
            checked={chosen === null}
            onChange={() => onChange(null)}
          />
          <span>Any</span>
        </label>
        {!isListed && (
          <label className={styles.pill}>
            <input type="radio" name={name} checked onChange={() => undefined} />
            <span>{labelOf(chosen)}</span>
          </label>
        )}
        {choices.map(({ value, number, isEmpty }) => (
          <label key={value} className={styles.pill}>
            <input
              type="radio"
              name={name}
              checked={value === chosen}
              disabled={isEmpty && value !== chosen}
              onChange={() => onChange(value)}
            />
            <span>
              {labelOf(value)} <span className={styles.number}>{number}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
