import type { ReactNode } from 'react';
import styles from './TonePanel.module.css';

export type Tone = 'good' | 'open' | 'bad' | 'quiet';

interface TonePanelProps {
  tone: Tone;
  label: string;
  title: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function TonePanel({ tone, label, title, className = '', children }: TonePanelProps) {
  return (
    <section
      className={`stack gap-3 padding-5 rounded-panel ${styles.panel} ${className}`}
      data-tone={tone}
      aria-label={label}
    >
      <h2 className="text-26">{title}</h2>
      {children}
    </section>
  );
}
