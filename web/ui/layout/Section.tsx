import { useId, type ReactNode } from 'react';
import styles from './Section.module.css';

interface SectionProps {
  title: string;
  subtitle?: string;
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, subtitle, action, children }: SectionProps) {
  const headingId = useId();
  return (
    <section className={`content ${styles.section}`} aria-labelledby={headingId}>
      <div className={`cluster gap-4 at-bottom between ${styles.head}`}>
        <div>
          <h2 id={headingId}>{title}</h2>
          {subtitle && <p className="margin-top-2 soft text-18">{subtitle}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
