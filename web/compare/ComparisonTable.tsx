import type { ReactNode } from 'react';
import type { FactGroup } from '../sales/saleFacts.ts';
import styles from './ComparisonTable.module.css';

export interface ComparedColumn {
  id: string;
  head: ReactNode;
  /** The same groups and terms in each column. */
  groups: readonly FactGroup[];
}

export function ComparisonTable({ columns }: { columns: readonly ComparedColumn[] }) {
  const [first] = columns;
  return (
    // The keyboard scrolls it while it has the focus.
    <div
      className={`shrink panel ${styles.frame}`}
      role="region"
      aria-label="Comparison"
      // Browsers scroll it by keys only if it has the focus.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {columns.map(({ id, head }) => (
              <th key={id} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {first?.groups.map(({ title, facts }, group) => (
          <tbody key={title}>
            <tr className={styles.group}>
              <th scope="rowgroup">{title}</th>
              <td colSpan={columns.length} />
            </tr>
            {facts.map(({ term }, fact) => (
              <Row
                key={term}
                term={term}
                values={columns.map(({ id, groups }) => ({
                  id,
                  value: groups[group]?.facts[fact]?.value,
                }))}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface RowProps {
  term: string;
  values: readonly { id: string; value: string | undefined }[];
}

function Row({ term, values }: RowProps) {
  const isDifferent = new Set(values.map(({ value }) => value)).size > 1;
  return (
    <tr className={isDifferent ? styles.different : undefined}>
      <th scope="row">
        {term}
        {isDifferent && (
          <>
            <span className={styles.mark} aria-hidden="true">
              ≠
            </span>
            <span className="visuallyHidden"> (differs)</span>
          </>
        )}
      </th>
      {values.map(({ id, value }) => (
        <td key={id}>{value ?? <span className={styles.unknown}>Not said</span>}</td>
      ))}
    </tr>
  );
}
