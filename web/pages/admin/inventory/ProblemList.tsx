import styles from './PreviewDialog.module.css';

interface ProblemListProps {
  problems: readonly {
    readonly number: number;
    readonly listingId: string;
    readonly error: string;
  }[];
}

/** Rows that can't be brought in, each with its listing and what to do. */
export function ProblemList({ problems }: ProblemListProps) {
  return (
    // It scrolls, so the keyboard must reach it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.problems} aria-label="Errors" tabIndex={0}>
      <ul>
        {problems.map(({ number, listingId, error }) => (
          <li key={number}>
            <strong>{listingId}</strong>
            <span>{error}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
