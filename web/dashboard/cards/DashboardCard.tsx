import { useId, type ReactNode } from 'react';
import { Icon, type IconName } from '#web/ui/basics/Icon.tsx';
import styles from '../DashboardPage.module.css';

interface DashboardCardProps {
  title: string;
  icon: IconName;
  aside?: ReactNode;
  children: ReactNode;
}

export function DashboardCard({ title, icon, aside, children }: DashboardCardProps) {
  const headingId = useId();
  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <div className={`bar gap-4 row-gap-2 full ${styles.cardHead}`}>
        <h2 id={headingId}>
          <Icon name={icon} size={26} />
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
