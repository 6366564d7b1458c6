import { useLazyLoadQuery } from 'react-relay/hooks';
import type { sectionCountLoaderQuery } from '../../../__generated__/sectionCountLoaderQuery.graphql.ts';
import { formatCount } from '../../../ui/words/numbers.ts';
import styles from './AdminFrame.module.css';
import { sectionCountQuery } from './sectionCountLoader.ts';

type Tasks = NonNullable<sectionCountLoaderQuery['response']['adminTasks']>;

/** What can wait in a section of the administration. */
export type Task = keyof Tasks;

interface SectionCountProps {
  task: Task;
  /** What the number counts: 'waiting' or 'failed'. */
  word: string;
}

/** How many wait in a section, after its name. All sections share one query. */
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

/** There is little room in the bar. */
const mostShown = 99;
