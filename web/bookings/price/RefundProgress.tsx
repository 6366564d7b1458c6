import { graphql, useFragment } from 'react-relay/hooks';
import type { RefundProgress_booking$key } from '#web/__generated__/RefundProgress_booking.graphql.ts';
import { LocalDay, LocalTime } from '#web/ui/words/LocalTime.tsx';
import { readerOf } from '../statusWords.ts';
import { RefundDetailsForm } from './RefundDetailsForm.tsx';

/** What is given back, and how that gets on, for the traveler and the team. */
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
        chargeback
        refund {
          formatted
        }
      }
    `,
    booking,
  );
  const { databaseId, refundTriedAgainAt, asksRefundDetails, refund } = data;
  const refundSteps = data.refundSteps ?? [];
  const isTraveler = readerOf(data.parts) === 'TRAVELER';
  const last = refundSteps.at(-1)?.status ?? '';
  const isRefused = ['REFUSED', 'CAME_BACK'].includes(last);
  const isThere = ['ARRIVED', 'TRANSFERRED'].includes(last);
  if (refundSteps.length === 0 && !refund) return null;
  return (
    <>
      {refund && !isRefused && data.chargeback !== 'LOST' && (
        <p>
          {isTraveler ? 'You get' : 'The traveler gets'} back <strong>{refund.formatted}</strong>.
          {!isThere && ' It takes the bank a few days.'}
        </p>
      )}
      {refundSteps.length > 0 && (
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
      )}
      {refundTriedAgainAt && !asksRefundDetails && (
        <p>
          It is tried again on <LocalTime instant={refundTriedAgainAt} />. The money is kept until
          then.
        </p>
      )}
      {isRefused && !refundTriedAgainAt && (
        <p>The money is kept{isTraveler ? ' for you' : ''}; our team looks for another way.</p>
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
