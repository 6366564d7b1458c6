import { Fragment } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { UnitFacts_facts$key } from '../__generated__/UnitFacts_facts.graphql.ts';
import { bathroomWords, checkInWords, kitchenWords } from './listingFactWords.ts';
import { plural } from '#common/numbers.ts';
import styles from './UnitFacts.module.css';

/**
 * The owner's facts of the unit: '3 beds · 1.5 bathrooms · Full kitchen · Check-in from 4:00 PM'.
 */
export function UnitFacts({ facts }: { facts: UnitFacts_facts$key }) {
  const { beds, bathrooms, kitchen, checkInTime } = useFragment<UnitFacts_facts$key>(
    graphql`
      fragment UnitFacts_facts on ListingFacts {
        beds
        bathrooms
        kitchen
        checkInTime
      }
    `,
    facts,
  );
  const said = [
    beds != null && plural(beds, 'bed'),
    bathrooms != null && bathroomWords(bathrooms),
    kitchen && kitchenWords[kitchen],
    checkInTime != null && `Check-in from ${checkInWords(checkInTime)}`,
  ].filter((fact) => typeof fact === 'string');
  return (
    said.length > 0 && (
      <p className={`quiet ${styles.facts}`}>
        {said.map((fact, index) => (
          <Fragment key={fact}>
            {index > 0 && '\u00A0· '}
            <span>{fact}</span>
          </Fragment>
        ))}
      </p>
    )
  );
}
