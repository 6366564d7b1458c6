import { useLazyLoadQuery } from 'react-relay/hooks';
import type { sectionCountLoaderQuery } from '../../../../__generated__/sectionCountLoaderQuery.graphql.ts';
import { formatCount } from '../../../../ui/words/numbers.ts';
import styles from './AdminFrame.module.css';
import { sectionCountQuery } from './sectionCountLoader.ts';

type Tasks = NonNullable<sectionCountLoaderQuery['response']['adminTasks']>;

/** A kind of task that can wait in an admin section. */
export type Task = keyof Tasks;

interface SectionCountProps {
  task: Task;
  /** What the number counts: 'waiting' or 'failed'. */
  word: string;
}

/** The number of waiting tasks after a section's name. All sections share one query. */
export function SectionCount({ task, word }: SectionCountProps) {
  const { adminTasks } = useLazyLoadQuery<sectionCountLoaderQuery>(
    sectionCountQuery,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  const { value = 0, isCapped = false } = adminTasks?.[task] ?? {};
  if (value === 0) return null;
  return (
    <>
      <span className="visuallyHidden">
        , {isCapped && 'more than '}
        {formatCount(value)} {word}
      </span>
      <span className={styles.count} data-word={word} aria-hidden="true">
        {value > mostShown ? `${mostShown}+` : value}
      </span>
    </>
  );
}

/** Higher counts are shown as '99+', to save space. */
const mostShown = 99;
