import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { ResultCount_total$key } from '../../__generated__/ResultCount_total.graphql.ts';
import { formatCount } from '../../ui/words/numbers.ts';

interface ResultCountProps {
  total: ResultCount_total$key;
  children?: ReactNode;
}

/** "52 results", "1 result", "1,000+ results". */
export function ResultCount({ total, children }: ResultCountProps) {
  const { value, isCapped } = useFragment<ResultCount_total$key>(
    graphql`
      fragment ResultCount_total on CappedCount {
        value
        isCapped
      }
    `,
    total,
  );
  return (
    <>
      {formatCount(value)}
      {isCapped ? '+' : ''} {value === 1 && !isCapped ? 'result' : 'results'}
      {children}
    </>
  );
}
