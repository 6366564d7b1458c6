import styles from './StarRating.module.css';

const star = 'm10 1.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z';

interface StarRatingProps {
  rating: number;
  label?: string;
  size?: number;
}

/** Five stars; a half star where the fraction is 0.5 or more. */
export function StarRating({ rating, label, size = 18 }: StarRatingProps) {
  const filled = filledStars(rating);
  return (
    <span className={styles.stars} role="img" aria-label={label ?? `${rating} out of 5 stars`}>
      <svg width={size * 5} height={size} viewBox="0 0 100 20" aria-hidden="true">
        <Row className={styles.empty} />
        <Row className={styles.full} clipPath={`inset(0 ${100 - filled * 20}px 0 0 view-box)`} />
      </svg>
    </span>
  );
}

/** How many of five stars are filled, in halves. */
export function filledStars(rating: number): number {
  const bounded = Math.min(Math.max(rating, 0), 5);
  const whole = Math.floor(bounded);
  return bounded - whole >= 0.5 ? whole + 0.5 : whole;
}

interface RowProps {
  className: string | undefined;
  clipPath?: string;
}

function Row({ className, clipPath }: RowProps) {
  return <path className={className} style={clipPath ? { clipPath } : undefined} d={row} />;
}

const row = [0, 20, 40, 60, 80].map((x) => `M${x} 0${star}`).join('');
