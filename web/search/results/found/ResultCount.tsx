import { graphql, useFragment } from 'react-relay/hooks';
import type { ResultCount_total$key } from '#web/__generated__/ResultCount_total.graphql.ts';
import { formatCount } from '#common/numbers.ts';

interface ResultCountProps {
  total: ResultCount_total$key;
  noun?: string;
  where?: string;
}

const totalFragment = graphql`
  fragment ResultCount_total on CappedCount {
    value
    isCapped
  }
`;

export function ResultCount({ total, noun = 'result', where }: ResultCountProps) {
  const { value, isCapped } = useFragment<ResultCount_total$key>(totalFragment, total);
  const found = value === 1 && !isCapped ? noun : `${noun}s`;
  return <span>{[numberText(value, isCapped), found, where].filter(Boolean).join(' ')}</span>;
}

export function TotalNumber({ total }: Pick<ResultCountProps, 'total'>) {
  const { value, isCapped } = useFragment<ResultCount_total$key>(totalFragment, total);
  return <span>{numberText(value, isCapped)}</span>;
}

const numberText = (value: number, isCapped: boolean): string =>
  `${formatCount(value)}${isCapped ? '+' : ''}`;
