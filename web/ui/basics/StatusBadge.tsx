import styles from './StatusBadge.module.css';
import type { Status } from './statuses.ts';

interface StatusBadgeProps {
  /** Nothing is shown for a status that this page doesn't know yet. */
  status: Status | undefined;
}

/** How far something is, in a word. */
export function StatusBadge({ status }: StatusBadgeProps) {
  if (!status) return null;
  return <span className={`${styles.badge} ${styles[status.tone]}`}>{status.label}</span>;
}
