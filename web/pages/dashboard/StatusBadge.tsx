import styles from './StatusBadge.module.css';

interface StatusBadgeProps {
  tone: 'good' | 'open' | 'quiet' | 'bad';
  children: string;
}

/** How far something is, in a word. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>;
}
