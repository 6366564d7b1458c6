import type { ReactNode } from 'react';
import { ButtonLink } from '../basics/ButtonLink.tsx';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  title: string;
  headingLevel?: 'h1' | 'h2';
  text?: ReactNode;
  children?: ReactNode;
  link?: { to: string; label: string; variant?: 'main' };
  action?: ReactNode;
}

export function EmptyState(props: EmptyStateProps) {
  const { title, headingLevel: Heading = 'h2', text, children, link, action } = props;
  return (
    <div className={`stack gap-4 centered full ${styles.empty}`}>
      <svg
        className={`rounded-panel on-foam ${styles.picture}`}
        viewBox="0 0 220 110"
        aria-hidden="true"
      >
        <circle cx="150" cy="44" r="24" className={styles.sun} />
        <path
          d="M0 74c18-22 37-22 55 0s37 22 55 0 37-22 55 0 37 22 55 0v36H0z"
          className={styles.far}
        />
        <path
          d="M0 90c18-14 37-14 55 0s37 14 55 0 37-14 55 0 37 14 55 0v20H0z"
          className={styles.near}
        />
      </svg>
      <Heading className={styles.title}>{title}</Heading>
      <div>
        {text && <p>{text}</p>}
        {children}
      </div>
      {link && (
        <ButtonLink
          to={link.to}
          variant={link.variant ?? 'contained'}
          size={link.variant && 'large'}
        >
          {link.label}
        </ButtonLink>
      )}
      {action}
    </div>
  );
}
