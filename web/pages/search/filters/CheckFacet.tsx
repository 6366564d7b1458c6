import { useId, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { CheckFacet_values$key } from '../../../__generated__/CheckFacet_values.graphql.ts';
import { formatCount } from '../../../ui/words/numbers.ts';
import styles from './Filters.module.css';

interface CheckFacetProps {
  legend: string;
  values: CheckFacet_values$key;
  /** Words for a value that is not one itself. */
  labelOf?: (value: string) => string;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Values shown until all are asked for. */
const shownAtFirst = 6;

export function CheckFacet(props: CheckFacetProps) {
  const { legend, values, labelOf = String, chosen, onChange } = props;
  const choices = useFragment<CheckFacet_values$key>(
    graphql`
      fragment CheckFacet_values on FacetValue @relay(plural: true) {
        value
        count {
          value
          isCapped
        }
      }
    `,
    values,
  );
  const [showsAll, setShowsAll] = useState(false);
  const listId = useId();
  const isEmpty = ({ count }: (typeof choices)[number]) => count.value === 0 && !count.isCapped;
  const shown = choices.filter(
    (choice, index) =>
      showsAll || chosen.includes(choice.value) || (index < shownAtFirst && !isEmpty(choice)),
  );
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <ul id={listId}>
        {shown.map((choice) => {
          const { value, count } = choice;
          const isChosen = chosen.includes(value);
          return (
            <li key={value}>
              <label className={styles.check}>
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={!isChosen && isEmpty(choice)}
                  onChange={() =>
                    onChange(
                      isChosen ? chosen.filter((other) => other !== value) : [...chosen, value],
                    )
                  }
                />
                <span>{labelOf(value)}</span>
                <span className={styles.number}>
                  {formatCount(count.value)}
                  {count.isCapped && '+'}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      {(showsAll || shown.length < choices.length) && (
        <button
          type="button"
          className={styles.showAll}
          aria-expanded={showsAll}
          aria-controls={listId}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer' : `Show all ${formatCount(choices.length)}`}
          <span className="visuallyHidden"> of {legend}</span>
        </button>
      )}
    </fieldset>
  );
}
