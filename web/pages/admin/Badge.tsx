import styles from './Badge.module.css';

interface BadgeProps {
  tone: 'plain' | 'tide' | 'sun';
  children: string;
}

/** A word or two about a row. */
export function Badge({ tone, children }: BadgeProps) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>;
}
