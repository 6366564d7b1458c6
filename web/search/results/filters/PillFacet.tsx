import type { ReactNode } from 'react';
import { useFragment } from 'react-relay/hooks';
import type { CheckFacet_values$key } from '#web/__generated__/CheckFacet_values.graphql.ts';
import { formatCount } from '#common/numbers.ts';
import styles from '#web/search/fields/Fields.module.css';
import { Pills } from '#web/search/fields/Pills.tsx';
import { valuesFragment } from './CheckFacet.tsx';

interface PillFacetProps {
  legend: string;
  values: CheckFacet_values$key;
  labelOf: (value: number) => string;
  chosen: number | null;
  onChange: (chosen: number | null) => void;
  /** Values per unit, such as cents per dollar. */
  scale?: number;
  children?: ReactNode;
}

/** A choice of one bound ("at least this many") or any. Hides values without a result. */
export function PillFacet(props: PillFacetProps) {
  const { legend, values, labelOf, chosen, onChange, scale = 1, children } = props;
  const given = useFragment<CheckFacet_values$key>(valuesFragment, values);
  const counted = given
    .map(({ value, count }) => ({
      value: Number(value) / scale,
      isEmpty: count.value === 0 && !count.isCapped,
      label: (
        <>
          {labelOf(Number(value) / scale)}{' '}
          <span className={`soft text-14 regular digits ${styles.number}`}>
            {formatCount(count.value)}
            {count.isCapped && '+'}
          </span>
        </>
      ),
    }))
    .filter(({ value, isEmpty }) => !isEmpty || value === chosen);
  const isListed = chosen === null || counted.some(({ value }) => value === chosen);
  const hasPills = chosen !== null || counted.length > 0;
  if (!hasPills && !children) return null;
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      {hasPills && (
        <Pills
          choices={[
            { value: null, label: 'Any' },
            ...(isListed ? [] : [{ value: chosen, label: labelOf(chosen) }]),
            ...counted,
          ]}
          chosen={chosen}
          onChange={onChange}
        />
      )}
      {children}
    </fieldset>
  );
}
