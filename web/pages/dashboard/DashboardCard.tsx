import { useId, type ReactNode } from 'react';
import { Icon, type IconName } from '../../components/Icon.tsx';
import styles from './DashboardPage.module.css';

interface DashboardCardProps {
  title: string;
  icon: IconName;
  /** Takes the whole row. */
  isWide?: boolean;
  children: ReactNode;
}

export function DashboardCard({ title, icon, isWide = false, children }: DashboardCardProps) {
  const headingId = useId();
  return (
    <section className={`${styles.card} ${isWide ? styles.wide : ''}`} aria-labelledby={headingId}>
      <h2 id={headingId}>
        <Icon name={icon} size={26} />
        {title}
      </h2>
      {children}
    </section>
  );
}
