import type { ReactNode } from 'react';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';
import styles from './Lines.module.css';

interface LinesProps {
  children: ReactNode;
  /** Whether the text may be a single long word, which then breaks anywhere. */
  isLong?: boolean;
}

/** The lines of a cell, one below the other. */
export function Lines({ children, isLong = false }: LinesProps) {
  return <span className={`stack ${isLong ? 'shrink breaks' : ''}`}>{children}</span>;
}

/** A quieter line of a cell. */
export function Soft({ children }: { children: ReactNode }) {
  return <span className="quiet regular breaks">{children}</span>;
}

/** Text that stays on one line where there is room. */
export function Whole({ children }: { children: ReactNode }) {
  return <span className={styles.whole}>{children}</span>;
}

/** The day of an instant, on one line. */
export function Day({ instant }: { instant: string }) {
  return (
    <Whole>
      <LocalDay instant={instant} />
    </Whole>
  );
}
