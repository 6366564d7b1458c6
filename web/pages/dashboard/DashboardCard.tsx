import { useId, type ReactNode } from 'react';
import { Icon, type IconName } from '../../components/Icon.tsx';
import styles from './DashboardPage.module.css';

interface DashboardCardProps {
  title: string;
  icon: IconName;
  children: ReactNode;
}

export function DashboardCard({ title, icon, children }: DashboardCardProps) {
  const headingId = useId();
  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <h2 id={headingId}>
        <Icon name={icon} size={26} />
        {title}
      </h2>
      {children}
    </section>
  );
}
