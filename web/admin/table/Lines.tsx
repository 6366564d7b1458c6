import type { ReactNode } from 'react';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';
import styles from './Lines.module.css';

interface LinesProps {
  children: ReactNode;
  /** Whether the text may be a single long word, which then breaks anywhere. */
  isLong?: boolean;
}

export function Lines({ children, isLong = false }: LinesProps) {
  return <span className={`stack ${isLong ? 'shrink breaks' : ''}`}>{children}</span>;
}

export function Soft({ children }: { children: ReactNode }) {
  return <span className="quiet regular breaks">{children}</span>;
}

/** Text that stays on one line where there is room. */
export function Whole({ children }: { children: ReactNode }) {
  return <span className={styles.whole}>{children}</span>;
}

/** A sum, in a column of sums. */
export function Sum({ children }: { children: string }) {
  return <span className={`digits ${styles.whole}`}>{children}</span>;
}

export function Day({ instant }: { instant: string }) {
  return (
    <Whole>
      <LocalDay instant={instant} />
    </Whole>
  );
}
