import { useLazyLoadQuery } from 'react-relay/hooks';
import type { sectionCountLoaderQuery } from '#web/__generated__/sectionCountLoaderQuery.graphql.ts';
import { formatCount } from '#common/numbers.ts';
import type { TaskKind } from '../tasks/taskWords.ts';
import styles from './AdminFrame.module.css';
import { sectionCountQuery } from './sectionCountLoader.ts';

interface SectionCountProps {
  kinds: readonly TaskKind[];
  /** The counted state: 'waiting' or 'failed'. */
  word: string;
}

export function SectionCount({ kinds, word }: SectionCountProps) {
  const { adminTasks } = useLazyLoadQuery<sectionCountLoaderQuery>(
    sectionCountQuery,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  const counts = (adminTasks?.queue ?? [])
    .filter(({ kind }) => kinds.some((own) => own === kind))
    .map(({ count }) => count);
  const value = counts.reduce((sum, count) => sum + count.value, 0);
  const isCapped = counts.some((count) => count.isCapped);
  if (value === 0) return null;
  return (
    <>
      <span className="visuallyHidden">
        , {isCapped && 'more than '}
        {formatCount(value)} {word}
      </span>
      <span
        className={`pill ink text-13 digits text-center ${styles.count}`}
        data-word={word}
        aria-hidden="true"
      >
        {value > mostShown ? `${mostShown}+` : value}
      </span>
    </>
  );
}

/** Higher counts are shown as '99+', to save space. */
const mostShown = 99;
