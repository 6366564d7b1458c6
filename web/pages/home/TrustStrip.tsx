import { useSiteFacts } from '../../shell/siteFacts.ts';
import { StarRating } from '../../ui/basics/StarRating.tsx';
import styles from './TrustStrip.module.css';

/** The figures of the sample site; a real site makes no such claims. */
export function TrustStrip() {
  const { holdsSampleData } = useSiteFacts();
  if (!holdsSampleData) return null;
  return (
    <section className={`content ${styles.strip}`} aria-label="Why people trust us">
      <ul className={styles.items}>
        <li>
          <StarRating rating={5} label="5 stars" size={22} />
          <span>Excellent rating</span>
        </li>
        <li>
          <strong>4.6 out of 5</strong>
          <span>based on 6,808 reviews</span>
        </li>
        <li>
          <strong>2.1M+</strong>
          <span>subscribers</span>
        </li>
        <li>
          <strong>A+</strong>
          <span>BBB rating</span>
        </li>
        <li>
          <strong>25+</strong>
          <span>years</span>
        </li>
      </ul>
    </section>
  );
}
