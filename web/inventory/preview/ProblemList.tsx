import { graphql, useFragment } from 'react-relay/hooks';
import type { ProblemList_problem$key } from '#web/__generated__/ProblemList_problem.graphql.ts';
import styles from './PreviewDialog.module.css';

export function ProblemList({ problems }: { problems: ProblemList_problem$key }) {
  const data = useFragment<ProblemList_problem$key>(
    graphql`
      fragment ProblemList_problem on InventoryProblem @relay(plural: true) {
        number
        listingId
        error
      }
    `,
    problems,
  );
  return (
    // It scrolls, so the keyboard must reach it.
    <section
      className={`scroll-y framed rounded on-paper ${styles.problems}`}
      aria-label="Errors"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <ul>
        {data.map(({ number, listingId, error }) => (
          <li className="stack gap-2px padding-3-4 breaks" key={number}>
            <strong>{listingId}</strong>
            <span className="red">{error}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
