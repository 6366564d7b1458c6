import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from '../basics/Icon.tsx';
import { surfaces } from '../basics/statuses.ts';
import styles from './Timeline.module.css';
import type { Tone } from './TonePanel.tsx';

export const Timeline = (props: ComponentProps<'ol'>) => (
  <ol {...props} className={`stack full ${styles.steps}`} />
);

const marks = { ...surfaces, good: surfaces.strong, coming: '' };

interface TimelineStepProps {
  tone: Tone | 'coming';
  icon: IconName;
  title: ReactNode;
  when: ReactNode;
  children?: ReactNode;
}

export function TimelineStep({ tone, icon, title, when, children }: TimelineStepProps) {
  return (
    <li className={tone === 'coming' ? styles.coming : undefined}>
      <span className={`disc ${marks[tone]} ${styles.mark}`}>
        <Icon name={icon} size={16} />
      </span>
      <div>
        <h3>{title}</h3>
        <p className="quiet">{when}</p>
        {children}
      </div>
    </li>
  );
}

export const TimelineNote = ({ children }: { children: ReactNode }) => (
  <blockquote className="margin-top-2 padding-3-4 rounded on-paper breaks pre-line">
    {children}
  </blockquote>
);
