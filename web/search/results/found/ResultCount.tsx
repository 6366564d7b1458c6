import { graphql, useFragment } from 'react-relay/hooks';
import type { ResultCount_total$key } from '#web/__generated__/ResultCount_total.graphql.ts';
import { formatCount } from '#common/numbers.ts';

interface ResultCountProps {
  total: ResultCount_total$key;
  noun?: string;
  /** Text after the number, such as 'found'. */
  where?: string;
}

const totalFragment = graphql`
  fragment ResultCount_total on CappedCount {
    value
    isCapped
  }
`;

/** "52 results", "1 result", "1,000+ results found". */
export function ResultCount({ total, noun = 'result', where }: ResultCountProps) {
  const { value, isCapped } = useFragment<ResultCount_total$key>(totalFragment, total);
  const found = value === 1 && !isCapped ? noun : `${noun}s`;
  return <span>{[numberText(value, isCapped), found, where].filter(Boolean).join(' ')}</span>;
}

/** "52", "1,000+". */
export function TotalNumber({ total }: Pick<ResultCountProps, 'total'>) {
  const { value, isCapped } = useFragment<ResultCount_total$key>(totalFragment, total);
  return <span>{numberText(value, isCapped)}</span>;
}

const numberText = (value: number, isCapped: boolean): string =>
  `${formatCount(value)}${isCapped ? '+' : ''}`;
