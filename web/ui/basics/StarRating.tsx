import styles from './StarRating.module.css';

const starCount = 5;
const starWidth = 20;
const star = 'm10 1.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z';
const row = Array.from({ length: starCount }, (_, index) => `M${index * starWidth} 0${star}`).join(
  '',
);

interface StarRatingProps {
  /** 0 to 5; a fraction fills a part of a star. */
  rating: number;
  label?: string;
  size?: number;
}

export function StarRating({ rating, label, size = 18 }: StarRatingProps) {
  return (
    <span className={styles.stars} role="img" aria-label={label ?? `${rating} out of 5 stars`}>
      <svg
        width={size * starCount}
        height={size}
        viewBox={`0 0 ${starCount * starWidth} 20`}
        aria-hidden="true"
      >
        <path className={styles.empty} d={row} />
        {/* Clipped at its width. */}
        <svg width={rating * starWidth} height="20" data-filled={rating}>
          <path className={styles.full} d={row} />
        </svg>
      </svg>
    </span>
  );
}

/** A rating as on cards: a half star if the fraction is 0.5 or more (SPEC section 2). */
export const inHalves = (rating: number): number => Math.floor(rating * 2) / 2;
