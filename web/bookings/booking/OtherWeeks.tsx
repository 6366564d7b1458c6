import { graphql, useFragment } from 'react-relay/hooks';
import type { OtherWeeks_booking$key } from '#web/__generated__/OtherWeeks_booking.graphql.ts';
import type { OtherWeeksMutation } from '#web/__generated__/OtherWeeksMutation.graphql.ts';
import { checkoutPath } from '#common/addresses/checkoutPath.ts';
import { plural } from '#common/numbers.ts';
import { useSiteFacts } from '#web/page/siteFacts.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { PictureRow } from '#web/ui/panels/PictureRow.tsx';
import { formatStay } from '#web/ui/words/dates.ts';
import { readerOf } from '../statusWords.ts';
import { TimeLeft } from '../TimeLeft.tsx';

/** The weeks that are kept for a traveler in place of one that its owner cancelled. */
export function OtherWeeks({ booking }: { booking: OtherWeeks_booking$key }) {
  const data = useFragment<OtherWeeks_booking$key>(fragment, booking);
  const { takesPayments } = useSiteFacts();
  const [letGo] = useCommand<OtherWeeksMutation>(mutation);
  const taken = data.otherWeeks.find(({ status }) => status !== 'HELD');
  const weeks = taken ? [taken] : data.otherWeeks;
  const until = data.otherWeeks[0]?.heldUntil;
  if (weeks.length === 0 || !until) return null;
  const isTravelers = readerOf(data.parts) === 'TRAVELER';
  const canPay = isTravelers && !taken && takesPayments;
  const letAllGo = async () => {
    for (const { databaseId: bookingId, version } of weeks) {
      await letGo({ input: { bookingId, version, move: 'ABANDON' } });
    }
    return { title: 'The weeks are free for others again' };
  };
  return (
    <Panel
      title={
        taken
          ? 'The week in its place'
          : `${plural(weeks.length, 'other week')} kept ${isTravelers ? 'for you' : 'for the traveler'}`
      }
    >
      {!taken && (
        <p>
          <strong>
            Until <TimeLeft until={until} />
          </strong>
          {isTravelers &&
            '. You pay at most what you paid before. You get your refund in any case, so the week that you take is paid anew.'}
        </p>
      )}
      <ul className="stack gap-3">
        {weeks.map((week) => {
          const { databaseId, listing, resort, checkIn, checkOut, guests, totalPrice } = week;
          const stay = formatStay(checkIn, checkOut);
          return (
            <PictureRow
              key={databaseId}
              imageUrl={resort.imageUrl}
              to={`/bookings/${databaseId}`}
              title={resort.name}
              state={<strong>{totalPrice.formatted}</strong>}
              below={
                canPay &&
                listing && (
                  <ButtonLink
                    to={checkoutPath({ listingId: listing.databaseId, checkIn, checkOut, guests })}
                    variant="contained"
                    color="secondary"
                  >
                    <span>
                      Take This Week
                      <span className="visuallyHidden">{`: ${resort.name}, ${stay}`}</span>
                    </span>
                  </ButtonLink>
                )
              }
            >
              <p>{week.weekTitle}</p>
              <p>{stay}</p>
            </PictureRow>
          );
        })}
      </ul>
      {canPay && (
        <ActionButton
          variant="outlined"
          color="inherit"
          busy="Letting Them Go…"
          failed="The weeks could not be let go"
          run={letAllGo}
        >
          None of These
        </ActionButton>
      )}
    </Panel>
  );
}

const fragment = graphql`
  fragment OtherWeeks_booking on Booking {
    parts
    otherWeeks {
      databaseId
      version
      status
      heldUntil
      checkIn
      checkOut
      guests
      weekTitle
      totalPrice {
        formatted
      }
      listing {
        databaseId
      }
      resort {
        name
        imageUrl
      }
    }
  }
`;

const mutation = graphql`
  mutation OtherWeeksMutation($input: MoveBookingInput!) {
    moveBooking(input: $input) {
      ... on MoveBookingPayload {
        booking {
          insteadOf {
            ...OtherWeeks_booking
          }
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
