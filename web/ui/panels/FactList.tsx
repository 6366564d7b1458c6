import type { ReactNode } from 'react';
import styles from './FactList.module.css';

interface FactListProps {
  /** Pairs of label and value; empty values are left out. */
  facts: readonly (readonly [string, ReactNode])[];
  /** In as many columns as there is room for. */
  isWide?: boolean;
}

export function FactList({ facts, isWide = false }: FactListProps) {
  return (
    <dl className={`full ${isWide ? styles.wide : 'ruled'} ${styles.facts}`}>
      {facts.map(
        ([term, value]) =>
          value !== undefined &&
          value !== null &&
          value !== '' && (
            <div className="cluster gap-4 row-gap-0 between" key={term}>
              <dt className="rigid soft breaks">{term}</dt>
              <dd className="shrink medium breaks">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
