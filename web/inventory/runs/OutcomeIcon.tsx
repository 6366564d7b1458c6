import { Icon } from '#web/ui/basics/Icon.tsx';
import { surfaces } from '#web/ui/basics/statuses.ts';
import styles from './OutcomeIcon.module.css';
import { outcomeWords, type Outcome } from './runWords.ts';

export function OutcomeIcon({ outcome, size = 40 }: { outcome: Outcome; size?: number }) {
  return (
    <span
      role="img"
      aria-label={outcomeWords[outcome]}
      className={`disc ${styles.icon} ${surfacesOf[outcome]}`}
      style={{ width: size, height: size }}
    >
      {outcome === 'warning' ? (
        <svg viewBox="0 0 24 24" width={size * 0.6} height={size * 0.6} aria-hidden="true">
          <path d="M12 5v9M12 18.4v.2" />
        </svg>
      ) : (
        <Icon name={names[outcome]} size={size * 0.6} />
      )}
    </span>
  );
}

const surfacesOf = {
  success: `on-foam ${styles.success}`,
  warning: surfaces.open,
  failure: surfaces.bad,
  running: surfaces.quiet,
};

const names = { success: 'check', failure: 'close', running: 'retry' } as const;
