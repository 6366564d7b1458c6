import type { ReactNode } from 'react';
import { Icon } from '../../../ui/basics/Icon.tsx';
import styles from './Details.module.css';

interface DetailsProps {
  /** What they are of, for those who hear "Details" without seeing what stands above it. */
  of: string;
  children: ReactNode;
}

/** What few need to read, folded away. */
export function Details({ of, children }: DetailsProps) {
  return (
    <details>
      <summary className={styles.summary}>
        Details<span className="visuallyHidden"> of {of}</span>
        <Icon name="arrowDown" size={18} />
      </summary>
      {children}
    </details>
  );
}
