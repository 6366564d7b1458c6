import { useId, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { CheckFacet_values$key } from '#web/__generated__/CheckFacet_values.graphql.ts';
import { formatCount } from '#common/numbers.ts';
import styles from '#web/search/fields/Fields.module.css';

interface CheckFacetProps {
  legend: string;
  values: CheckFacet_values$key;
  labelOf?: (value: string) => string;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

const shownAtFirst = 6;

type Extent = 'first' | 'found' | 'all';

export function CheckFacet(props: CheckFacetProps) {
  const { legend, values, labelOf = String, chosen, onChange } = props;
  const choices = useFragment<CheckFacet_values$key>(valuesFragment, values);
  const [extent, setExtent] = useState<Extent>('first');
  const listId = useId();
  const isEmpty = ({ count }: (typeof choices)[number]) => count.value === 0 && !count.isCapped;
  const found = choices.filter((choice) => !isEmpty(choice) || chosen.includes(choice.value));
  const first = found.filter(({ value }, index) => index < shownAtFirst || chosen.includes(value));
  const shown = { first, found, all: choices }[extent];
  const more = moreOf({ shown: shown.length, found: found.length, all: choices.length });
  if (choices.length === 0) return null;
  const button =
    more ?? (shown.length > first.length && { next: 'first' as const, label: 'Show fewer' });
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <ul id={listId}>
        {shown.map((choice) => {
          const { value, count } = choice;
          const isChosen = chosen.includes(value);
          return (
            <li key={value}>
              <label className={`stack gap-3 middle clickable ${styles.check}`}>
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
                <span className={`soft text-14 regular digits ${styles.number}`}>
                  {formatCount(count.value)}
                  {count.isCapped && '+'}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      {button && (
        <button
          type="button"
          className={`target teal text-15 semibold ${styles.showAll}`}
          aria-expanded={extent !== 'first'}
          aria-controls={listId}
          onClick={() => setExtent(button.next)}
        >
          {button.label} <span className="visuallyHidden">of {legend}</span>
        </button>
      )}
    </fieldset>
  );
}

function moreOf({ shown, found, all }: Record<'shown' | 'found' | 'all', number>) {
  if (shown < found) {
    return { next: 'found' as const, label: `Show all ${formatCount(found)}` };
  }
  return shown < all
    ? {
        next: 'all' as const,
        label: `Show ${formatCount(all - shown)} ${shown > 0 ? 'more ' : ''}with nothing found`,
      }
    : undefined;
}

export const valuesFragment = graphql`
  fragment CheckFacet_values on FacetValue @relay(plural: true) {
    value
    count {
      value
      isCapped
    }
  }
`;
