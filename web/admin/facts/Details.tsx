import type { ReactNode } from 'react';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from './Details.module.css';

interface DetailsProps {
  /** Subject of the details, for screen readers. */
  of: string;
  children: ReactNode;
}

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
