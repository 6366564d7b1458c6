import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  DecisionPanel_booking$data,
  DecisionPanel_booking$key,
} from '#web/__generated__/DecisionPanel_booking.graphql.ts';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { readerOf } from '../statusWords.ts';

/** How a reported problem is decided: who can do what until when, and the decisions. */
export function DecisionPanel({ booking }: { booking: DecisionPanel_booking$key }) {
  const data = useFragment<DecisionPanel_booking$key>(bookingFragment, booking);
  if (!data.disputeStage && data.decisions.length === 0) return null;
  const done = {
    'Nothing to add': data.restedBy,
    Accepted: data.acceptedBy,
    Appealed: data.appealedBy,
  };
  return (
    <Panel title="Decision">
      <p role="status">{data.appealObstacle ? `${data.appealObstacle}.` : nextStep(data)}</p>
      {data.decisions.map(({ isAppeal, refund, reasons, at }) => (
        <section className="stack gap-2 packed padding-3-4 rounded on-paper full" key={at}>
          <h3>{isAppeal ? 'The decision on the appeal' : 'What our team decided'}</h3>
          <p className="quiet regular">
            <LocalTime instant={at} />
          </p>
          <p>
            The traveler gets back <strong>{refund.formatted}</strong> of{' '}
            {data.totalPrice.formatted}.
          </p>
          <p className="breaks pre-line">{reasons}</p>
        </section>
      ))}
      <ul className="stack gap-1">
        {Object.entries(done).map(
          ([label, sides]) =>
            sides.length > 0 && (
              <li key={label}>
                {label}: {sides.map((side) => names[side as Side]).join(', ')}
              </li>
            ),
        )}
      </ul>
    </Panel>
  );
}

type Side = 'TRAVELER' | 'OWNER';

const names = { TRAVELER: 'Traveler', OWNER: 'Owner' };

function nextStep(data: DecisionPanel_booking$data): ReactNode {
  const reader = readerOf(data.parts);
  const has = (sides: readonly string[]) => sides.includes(reader);
  const from = data.decisionFrom && <LocalTime instant={data.decisionFrom} />;
  const until = data.appealUntil && <LocalTime instant={data.appealUntil} />;
  const team = reader === 'TEAM' ? 'You can decide' : 'Our team decides';
  switch (data.disputeStage) {
    case 'HEARING':
      return (
        <>
          {has(data.restedBy) && 'You have said that you have nothing to add. '}
          {team} from {from} on, or earlier once both sides have nothing to add.
        </>
      );
    case 'TO_DECIDE':
      return reader === 'TEAM' ? 'Both sides were heard: decide.' : 'Our team decides now.';
    case 'DECIDED':
      return (
        <>
          {has(data.acceptedBy)
            ? 'You have accepted the decision. '
            : reader !== 'TEAM' && 'Accept the decision or appeal, once. '}
          It becomes final on {until} unless a side appeals, or earlier once both sides have
          accepted it. No money moves until then.
        </>
      );
    case 'APPEALED':
      return (
        <>
          Another administrator decides on the appeal from {until} on, or earlier once both sides
          have answered. No money moves until then.
        </>
      );
    case 'APPEAL_TO_DECIDE':
      return 'Another administrator decides on the appeal now, and that is final.';
    default:
      return 'The decision is final.';
  }
}

const bookingFragment = graphql`
  fragment DecisionPanel_booking on Booking {
    parts
    disputeStage
    decisionFrom
    appealUntil
    restedBy
    acceptedBy
    appealedBy
    appealObstacle
    totalPrice {
      formatted
    }
    decisions {
      isAppeal
      reasons
      at
      refund {
        formatted
      }
    }
  }
`;
