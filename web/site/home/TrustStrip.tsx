import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { TrustStrip_site$key } from '#web/__generated__/TrustStrip_site.graphql.ts';
import { StarRating } from '#web/ui/basics/StarRating.tsx';
import styles from './TrustStrip.module.css';

export function TrustStrip({ site }: { site: TrustStrip_site$key }) {
  const { trustFigures } = useFragment<TrustStrip_site$key>(
    graphql`
      fragment TrustStrip_site on Site {
        trustFigures {
          text
          about
          source
          sourceUrl
        }
      }
    `,
    site,
  );
  if (trustFigures.length === 0) return null;
  return (
    <Strip>
      {trustFigures.map(({ text, about, source, sourceUrl }) => (
        <li key={text + about}>
          <strong>{text}</strong>
          <span>{about}</span>
          <a href={sourceUrl}>{source}</a>
        </li>
      ))}
    </Strip>
  );
}

/** Figures of the sample site; a real site makes no such claims. */
export const SampleTrustStrip = () => (
  <Strip>
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
  </Strip>
);

const Strip = ({ children }: { children: ReactNode }) => (
  <section className={`content ${styles.strip}`} aria-label="Why people trust us">
    <ul className={styles.items}>{children}</ul>
  </section>
);
