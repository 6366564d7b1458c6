import styles from './NewBadge.module.css';

export function NewBadge() {
  return <span className={`pill ink text-13 bold ${styles.badge}`}>New Availability!</span>;
}
