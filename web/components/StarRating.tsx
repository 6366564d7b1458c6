import styles from './StarRating.module.css';

const starCount = 5;
const starWidth = 20;
const star = 'm10 1.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z';
const leftHalf = 'm10 1.6v13.3l-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z';

interface StarRatingProps {
  rating: number;
  label?: string;
  size?: number;
}

/** Five stars in one drawing; a half star where the fraction is 0.5 or more. */
export function StarRating({ rating, label, size = 18 }: StarRatingProps) {
  const filled = filledStars(rating);
  return (
    <span className={styles.stars} role="img" aria-label={label ?? `${rating} out of 5 stars`}>
      <svg
        width={size * starCount}
        height={size}
        viewBox={`0 0 ${starCount * starWidth} 20`}
        aria-hidden="true"
      >
        <path className={styles.empty} d={drawStars(starCount)} />
        <path className={styles.full} d={drawStars(filled)} data-filled={filled} />
      </svg>
    </span>
  );
}

/** How many of five stars are filled, in halves. */
export function filledStars(rating: number): number {
  const bounded = Math.min(Math.max(rating, 0), starCount);
  const whole = Math.floor(bounded);
  return bounded - whole >= 0.5 ? whole + 0.5 : whole;
}

function drawStars(count: number): string {
  const whole = Math.floor(count);
  const row = Array.from({ length: whole }, (_, index) => `M${index * starWidth} 0${star}`);
  if (count > whole) row.push(`M${whole * starWidth} 0${leftHalf}`);
  return row.join('');
}
