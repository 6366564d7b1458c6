import type { ReactNode } from 'react';
import { Icon, type IconName } from '../ui/basics/Icon.tsx';
import styles from './Settings.module.css';

interface NothingYetProps {
  icon: IconName;
  title: string;
  children: ReactNode;
}

export function NothingYet({ icon, title, children }: NothingYetProps) {
  return (
    <div className={`stack gap-2 centered ${styles.nothing}`}>
      <span className="center margin-bottom-2 round on-foam">
        <Icon name={icon} size={28} />
      </span>
      <h3>{title}</h3>
      <p className="soft text-15-5 breaks">{children}</p>
    </div>
  );
}
