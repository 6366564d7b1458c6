import { graphql, useFragment } from 'react-relay/hooks';
import type { BookingTerms_query$key } from '#web/__generated__/BookingTerms_query.graphql.ts';
import styles from '../CreateListing.module.css';
import type { ListingFormState } from './ListingFields.tsx';

interface BookingTermsProps {
  form: ListingFormState;
  terms: BookingTerms_query$key;
}

export function BookingTerms({ form: { values, change }, terms }: BookingTermsProps) {
  const { cancellationPolicies } = useFragment<BookingTerms_query$key>(
    graphql`
      fragment BookingTerms_query on Query {
        cancellationPolicies {
          name
          label
          rows {
            when
            refundPercent
          }
        }
      }
    `,
    terms,
  );
  return (
    <section className={styles.panel} aria-labelledby="booking-terms">
      <h2 id="booking-terms">Booking terms</h2>
      <fieldset role="radiogroup" className="stack gap-2">
        <legend>How guests book</legend>
        <label className={styles.option}>
          <input
            type="radio"
            name="isInstant"
            checked={values.isInstant === ''}
            onChange={() => change({ isInstant: '' })}
          />
          <span>
            On request
            <span className={styles.soft}>You have 24 hours to answer each request.</span>
          </span>
        </label>
        <label className={styles.option}>
          <input
            type="radio"
            name="isInstant"
            checked={values.isInstant !== ''}
            onChange={() => change({ isInstant: 'yes' })}
          />
          <span>
            Instant booking
            <span className={styles.soft}>Paid bookings are confirmed at once.</span>
          </span>
        </label>
      </fieldset>
      <fieldset role="radiogroup" className="stack gap-2">
        <legend>Cancellation policy</legend>
        {cancellationPolicies.map(({ name, label, rows }) => (
          <label key={name} className={styles.option}>
            <input
              type="radio"
              name="cancellationPolicy"
              value={name}
              checked={values.cancellationPolicy === name}
              onChange={() => change({ cancellationPolicy: name })}
            />
            <span>
              {label}
              {rows.map(({ when, refundPercent }) => (
                <span key={when} className={styles.refund}>
                  <span>{when}</span> <span>{refundWords(refundPercent)}</span>
                </span>
              ))}
            </span>
          </label>
        ))}
      </fieldset>
      <p className={styles.soft}>
        Refunds are a share of nights, fee and tax. Our service fee is refunded with a full refund
        only. If you cancel, guests get everything back.
      </p>
    </section>
  );
}

const refundWords = (percent: number): string =>
  percent === 0 ? 'no refund' : percent === 100 ? 'full refund' : `${percent}% refund`;
