import styles from './StatusBadge.module.css';
import { surfaces, type Status } from './statuses.ts';

interface StatusBadgeProps {
  /** Undefined for a status unknown to this page, which shows nothing. */
  status: Status | undefined;
}

export function StatusBadge({ status }: StatusBadgeProps) {
  if (!status) return null;
  return <span className={`${styles.badge} ${surfaces[status.tone]}`}>{status.label}</span>;
}
