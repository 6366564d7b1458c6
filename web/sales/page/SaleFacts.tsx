import { useId } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { SaleFacts_listing$key } from '#web/__generated__/SaleFacts_listing.graphql.ts';
import { useSaleFacts, type FactGroup } from '../saleFacts.ts';
import styles from './SalePage.module.css';

export function SaleFacts({ listing }: { listing: SaleFacts_listing$key }) {
  const data = useFragment<SaleFacts_listing$key>(
    graphql`
      fragment SaleFacts_listing on Listing {
        ...saleFacts_listings
      }
    `,
    listing,
  );
  const [groups = []] = useSaleFacts([data]);
  return (
    <div className={`stack gap-4 ${styles.groups}`}>
      {groups.map((group) => (
        <Group key={group.title} {...group} />
      ))}
    </div>
  );
}

function Group({ title, facts }: FactGroup) {
  const headingId = useId();
  const missing = facts.filter(({ value }) => value === undefined);
  return (
    <section
      className={`padding-5 card padding-4-on-phones ${styles.group}`}
      aria-labelledby={headingId}
    >
      <h2 id={headingId}>{title}</h2>
      <dl>
        {facts.map(
          ({ term, value }) =>
            value !== undefined && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {missing.length > 0 && (
        <p className="quiet">
          Not said: {missing.map(({ term }) => term.toLowerCase()).join(', ')}
        </p>
      )}
    </section>
  );
}
