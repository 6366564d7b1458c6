import { graphql, useFragment } from 'react-relay/hooks';
import type { RefundProgress_booking$key } from '#web/__generated__/RefundProgress_booking.graphql.ts';
import { LocalDay, LocalTime } from '#web/ui/words/LocalTime.tsx';
import { RefundDetailsForm } from './RefundDetailsForm.tsx';

/** How money that is given back gets on, for the traveler and the team. */
export function RefundProgress({ booking }: { booking: RefundProgress_booking$key }) {
  const data = useFragment<RefundProgress_booking$key>(
    graphql`
      fragment RefundProgress_booking on Booking {
        databaseId
        parts
        refundSteps {
          status
          amount {
            formatted
          }
          at
          reference
        }
        refundTriedAgainAt
        asksRefundDetails
      }
    `,
    booking,
  );
  const { databaseId, refundSteps, refundTriedAgainAt, asksRefundDetails } = data;
  if (!refundSteps || refundSteps.length === 0) return null;
  return (
    <>
      <ul className="stack gap-2" aria-label="Refund">
        {refundSteps.map(({ status, amount, at, reference }, index) => (
          <li key={index}>
            <strong>{amount.formatted}</strong> {words[status]} <LocalDay instant={at} />
            {reference && (
              <>
                , reference <span className="breaks">{reference}</span>
              </>
            )}
          </li>
        ))}
      </ul>
      {refundTriedAgainAt && (
        <p>
          It is tried again on <LocalTime instant={refundTriedAgainAt} />. The money is kept until
          then.
        </p>
      )}
      {asksRefundDetails && data.parts.includes('TRAVELER') && (
        <RefundDetailsForm bookingId={databaseId} />
      )}
    </>
  );
}

const words: Readonly<Record<string, string>> = {
  ON_ITS_WAY: 'is on its way since',
  REFUSED: 'was refused by the bank on',
  CAME_BACK: 'was sent back by the bank on',
  ARRIVED: 'arrived at the bank on',
  TRANSFERRED: 'was paid by bank transfer on',
};
