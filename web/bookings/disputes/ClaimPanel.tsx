import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  ClaimPanel_booking$data,
  ClaimPanel_booking$key,
} from '#web/__generated__/ClaimPanel_booking.graphql.ts';
import type { ClaimPanelMutation } from '#web/__generated__/ClaimPanelMutation.graphql.ts';
import type { ClaimPanel_site$key } from '#web/__generated__/ClaimPanel_site.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { CardForm } from '../checkout/payment/CardForm.tsx';
import { BookingPayment } from '../checkout/payment/BookingPayment.tsx';
import { readerOf } from '../statusWords.ts';

interface ClaimPanelProps {
  booking: ClaimPanel_booking$key;
  site: ClaimPanel_site$key;
}

/** What the owner claims for a damage, how it stands, and how the traveler pays it. */
export function ClaimPanel({ booking, site }: ClaimPanelProps) {
  const data = useFragment<ClaimPanel_booking$key>(bookingFragment, booking);
  const { payments } = useFragment<ClaimPanel_site$key>(siteFragment, site);
  const { claim, payment, events } = data;
  const [pay] = useCommand<ClaimPanelMutation>(payMutation);
  if (!claim) return null;
  const decision = events.find(({ move }) => move === 'DECIDE_CLAIM');
  const pays = claim.status === 'OWED' && readerOf(data.parts) === 'TRAVELER';
  const isUnderWay = payment?.status === 'WAITING' || payment?.status === 'NEEDS_ACTION';
  return (
    <Panel title="Damage">
      <p>
        The owner claims <strong>{claim.amount.formatted}</strong> for a damage.
      </p>
      <p role="status">{nextStep(data, claim)}</p>
      {decision && (
        <section className="stack gap-2 packed padding-3-4 rounded on-paper full">
          <h3>What our team decided</h3>
          <p className="quiet regular">
            <LocalTime instant={decision.at} />
          </p>
          <p className="breaks pre-line">{decision.note}</p>
        </section>
      )}
      {pays && isUnderWay && <BookingPayment booking={data} payments={payments} />}
      {pays && !isUnderWay && payments && claim.owed && (
        <CardForm
          label="Pay for the damage"
          charge={claim.owed}
          payments={payments}
          declined={payment?.status === 'FAILED' ? payment.failure : undefined}
          onPay={(method) => pay({ input: { bookingId: data.databaseId, method: method ?? '' } })}
        />
      )}
    </Panel>
  );
}

type Claim = NonNullable<ClaimPanel_booking$data['claim']>;

function nextStep({ parts }: ClaimPanel_booking$data, claim: Claim): ReactNode {
  const reader = readerOf(parts);
  const owed = <strong>{claim.owed?.formatted}</strong>;
  const until = claim.answerBy && <LocalTime instant={claim.answerBy} />;
  const then = reader === 'TEAM' ? 'Then you decide.' : 'Then our team decides.';
  switch (claim.status) {
    case 'CLAIMED':
      return reader === 'TRAVELER' ? (
        <>
          Agree and pay it, or contest it, by {until}. {then}
        </>
      ) : (
        <>
          The traveler can answer until {until}. {then}
        </>
      );
    case 'CONTESTED':
      return (
        <>
          {reader === 'TRAVELER' ? 'You contest it.' : 'The traveler contests it.'}{' '}
          {reader === 'OWNER' ? 'You' : 'The owner'} can add to it until {until}. {then}
        </>
      );
    case 'OWED':
      return reader === 'TRAVELER' ? (
        <>
          You owe {owed} for it, and have not paid. Nothing is charged by itself: pay it here, now
          or later.
        </>
      ) : (
        <>
          The traveler owes {owed} for it, and has not paid. It cannot be collected:{' '}
          {reader === 'OWNER' ? 'you get it' : 'the owner gets it'} with the next payout once it is
          paid.
        </>
      );
    case 'PAID':
      return (
        <>
          {owed} is paid. {reader === 'OWNER' ? 'You get' : 'The owner gets'} it with the next
          payout.
        </>
      );
    case 'TAKEN_BACK':
      return <>{owed} was paid, and the traveler’s bank has taken it back.</>;
    default:
      return 'Our team has decided that nothing is owed for it.';
  }
}

const siteFragment = graphql`
  fragment ClaimPanel_site on Site {
    payments {
      ...CardForm_payments
      ...BookingPayment_payments
    }
  }
`;

const bookingFragment = graphql`
  fragment ClaimPanel_booking on Booking {
    databaseId
    parts
    claim {
      status
      answerBy
      amount {
        formatted
      }
      owed {
        formatted
        ...CardForm_charge
      }
    }
    payment {
      status
      failure
    }
    events {
      move
      note
      at
    }
    ...BookingPayment_booking
  }
`;

const payMutation = graphql`
  mutation ClaimPanelMutation($input: PayClaimInput!) {
    payClaim(input: $input) {
      ... on PayClaimPayload {
        booking {
          ...ClaimPanel_booking
          ...BookingTimeline_booking
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
