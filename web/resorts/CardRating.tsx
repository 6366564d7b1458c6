import { plural } from '#common/numbers.ts';
import { inHalves, StarRating } from '../ui/basics/StarRating.tsx';

interface CardRatingProps {
  className: string | undefined;
  rating: number;
  reviewCount: number;
}

export const CardRating = ({ className, rating, reviewCount }: CardRatingProps) => (
  <p className={className}>
    <StarRating rating={inHalves(rating)} label={`${rating} out of 5 stars`} />
    {rating > 0 && <strong aria-hidden="true">{rating.toFixed(1)}</strong>}
    <span>{plural(reviewCount, 'review')}</span>
  </p>
);
