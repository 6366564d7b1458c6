import { graphql, useFragment } from 'react-relay/hooks';
import type { BookingTerms_query$key } from '#web/__generated__/BookingTerms_query.graphql.ts';
import styles from '../CreateListing.module.css';
import type { ListingFormState } from './ListingFields.tsx';
import { RadioOption } from './RadioOption.tsx';
import { answerTime } from '#common/durations.ts';

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
        {waysToBook.map(({ isInstant, label, help }) => (
          <RadioOption
            key={label}
            name="isInstant"
            label={label}
            checked={(values.isInstant === '') === (isInstant === '')}
            onChange={() => change({ isInstant })}
          >
            <span className="block soft text-15-5 regular">{help}</span>
          </RadioOption>
        ))}
      </fieldset>
      <fieldset role="radiogroup" className="stack gap-2">
        <legend>Cancellation policy</legend>
        {cancellationPolicies.map(({ name, label, rows }) => (
          <RadioOption
            key={name}
            name="cancellationPolicy"
            label={label}
            value={name}
            checked={values.cancellationPolicy === name}
            onChange={() => change({ cancellationPolicy: name })}
          >
            {rows.map(({ when, refundPercent }) => (
              <span key={when} className={styles.refund}>
                <span>{when}</span> <span>{refundWords(refundPercent)}</span>
              </span>
            ))}
          </RadioOption>
        ))}
      </fieldset>
      <p className="soft text-15-5">
        Refunds are a share of nights and fee. Occupancy tax is given back whole unless its
        destination keeps it, and our service fee with a full refund only. If you cancel, guests get
        everything back.
      </p>
    </section>
  );
}

const waysToBook = [
  { isInstant: '', label: 'On request', help: `You have ${answerTime} to answer each request.` },
  { isInstant: 'yes', label: 'Instant booking', help: 'Paid bookings are confirmed at once.' },
];

const refundWords = (percent: number): string =>
  percent === 0 ? 'no refund' : percent === 100 ? 'full refund' : `${percent}% refund`;
