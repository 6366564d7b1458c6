import { useId, type ReactNode } from 'react';
import { Icon, type IconName } from '../basics/Icon.tsx';
import styles from './Panel.module.css';

interface PanelProps {
  title: string;
  icon?: IconName;
  action?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, icon, action, children }: PanelProps) {
  const headingId = useId();
  return (
    <section
      className={`sheet stack gap-4 packed shrink ${styles.panel}`}
      aria-labelledby={headingId}
    >
      <div className={`bar gap-3 tide-icons ${styles.head}`}>
        <h2 id={headingId}>
          {icon && <Icon name={icon} size={24} />}
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
