import type { ReactNode } from 'react';
import { formatCount } from '../../components/numbers.ts';
import styles from './SearchPage.module.css';

interface ResultCountProps {
  total: { readonly value: number; readonly isCapped: boolean };
  children?: ReactNode;
}

export function ResultCount({ total: { value, isCapped }, children }: ResultCountProps) {
  return (
    <p className={styles.count} role="status">
      {formatCount(value)}
      {isCapped ? '+' : ''} {value === 1 && !isCapped ? 'result' : 'results'} found
      {children}
    </p>
  );
}
