import styles from './StatusBadge.module.css';
import type { Status } from './statuses.ts';

interface StatusBadgeProps {
  /** Undefined for a status that this page does not know; nothing is shown. */
  status: Status | undefined;
}

/** A status, in a word. */
export function StatusBadge({ status }: StatusBadgeProps) {
  if (!status) return null;
  return <span className={`${styles.badge} ${styles[status.tone]}`}>{status.label}</span>;
}
