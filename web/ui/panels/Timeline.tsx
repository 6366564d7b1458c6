import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from '../basics/Icon.tsx';
import styles from './Timeline.module.css';
import type { Tone } from './TonePanel.tsx';

/** Past events and coming steps, one below the other. */
export const Timeline = (props: ComponentProps<'ol'>) => <ol {...props} className={styles.steps} />;

interface TimelineStepProps {
  tone: Tone | 'coming';
  icon: IconName;
  title: ReactNode;
  when: ReactNode;
  children?: ReactNode;
}

export function TimelineStep({ tone, icon, title, when, children }: TimelineStepProps) {
  return (
    <li className={styles[tone]}>
      <span className={styles.mark}>
        <Icon name={icon} size={16} />
      </span>
      <div>
        <h3>{title}</h3>
        <p className={styles.when}>{when}</p>
        {children}
      </div>
    </li>
  );
}

export const TimelineNote = ({ children }: { children: ReactNode }) => (
  <blockquote className={styles.note}>{children}</blockquote>
);
