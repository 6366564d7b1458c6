import styles from './StatusBadge.module.css';
import type { Status } from './statuses.ts';

interface StatusBadgeProps {
  /** Undefined for a status unknown to this page, which shows nothing. */
  status: Status | undefined;
}

export function StatusBadge({ status }: StatusBadgeProps) {
  if (!status) return null;
  return <span className={`${styles.badge} ${styles[status.tone]}`}>{status.label}</span>;
}
