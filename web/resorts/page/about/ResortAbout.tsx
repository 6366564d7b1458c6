import { graphql, useFragment } from 'react-relay/hooks';
import type { ResortAbout_resort$key } from '#web/__generated__/ResortAbout_resort.graphql.ts';
import { plural } from '#common/numbers.ts';
import { StarRating } from '#web/ui/basics/StarRating.tsx';
import styles from '../ResortPage.module.css';

export function ResortAbout({ resort }: { resort: ResortAbout_resort$key }) {
  const data = useFragment<ResortAbout_resort$key>(
    graphql`
      fragment ResortAbout_resort on Resort {
        rating
        reviewCount
        description
      }
    `,
    resort,
  );
  return (
    <>
      <p className={`row wrap text-18 ${styles.rating}`}>
        <StarRating
          rating={Math.floor(data.rating)}
          label={`${data.rating} out of 5 stars`}
          size={24}
        />
        <strong>{data.rating.toFixed(1)}</strong>
        <span>({plural(data.reviewCount, 'review')})</span>
      </p>
      <section className={styles.block} aria-labelledby="about">
        <h2 id="about">About</h2>
        <p className="text-18 pre-line prose">{data.description}</p>
      </section>
    </>
  );
}
