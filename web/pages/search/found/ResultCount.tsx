import { graphql, useFragment } from 'react-relay/hooks';
import type { ResultCount_total$key } from '../../../__generated__/ResultCount_total.graphql.ts';
import { formatCount } from '../../../ui/words/numbers.ts';

interface ResultCountProps {
  total: ResultCount_total$key;
  noun?: string;
}

const totalFragment = graphql`
  fragment ResultCount_total on CappedCount {
    value
    isCapped
  }
`;

/** "52 results", "1 result", "1,000+ results". */
export function ResultCount({ total, noun = 'result' }: ResultCountProps) {
  const { value, isCapped } = useFragment<ResultCount_total$key>(totalFragment, total);
  return (
    <>
      <TotalNumber total={total} /> {value === 1 && !isCapped ? noun : `${noun}s`}
    </>
  );
}

/** "52", "1,000+". */
export function TotalNumber({ total }: Pick<ResultCountProps, 'total'>) {
  const { value, isCapped } = useFragment<ResultCount_total$key>(totalFragment, total);
  return (
    <>
      {formatCount(value)}
      {isCapped && '+'}
    </>
  );
}
