import type { TextFieldProps } from '@mui/material/TextField';
import { useState } from 'react';
import { fetchQuery, graphql, useFragment, useRelayEnvironment } from 'react-relay/hooks';
import { useNavigate } from 'react-router-dom';
import type {
  MoveForm_booking$data,
  MoveForm_booking$key,
} from '#web/__generated__/MoveForm_booking.graphql.ts';
import type {
  MoveForm_choice$data,
  MoveForm_choice$key,
} from '#web/__generated__/MoveForm_choice.graphql.ts';
import type { MoveFormMutation } from '#web/__generated__/MoveFormMutation.graphql.ts';
import type {
  MoveFormSettlementQuery,
  MoveFormSettlementQuery$data,
} from '#web/__generated__/MoveFormSettlementQuery.graphql.ts';
import type { MoveFormQuery } from '#web/__generated__/MoveFormQuery.graphql.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { useCloseDialog, useDiscardDialog, useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import { Form, FormActions, FormFailure } from '#web/ui/forms/Form.tsx';
import { useIdempotencyKeys } from '#web/ui/forms/useIdempotencyKeys.ts';
import { refuse, useOutdated } from '#web/ui/forms/outdated.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import { formatStay } from '#web/ui/words/dates.ts';
import { nightsBetween } from '#common/days.ts';
import { centsOf } from './centsOf.ts';
import { CertificateFields } from './CertificateFields.tsx';
import { checkoutPath } from '#common/addresses/checkoutPath.ts';
import {
  GoodwillFields,
  goodwillOf,
  goodwillProblems,
  noGoodwill,
  type GoodwillValues,
} from './GoodwillFields.tsx';
import { moveWords } from './moveWords.ts';
import { OfferFields, offerProblems, type OfferValues } from './OfferFields.tsx';
import { Settlement, SettlementFields } from './Settlement.tsx';
import { holdTime, releaseTime } from '#common/durations.ts';

interface MoveFormProps {
  booking: MoveForm_booking$key;
  choice: MoveForm_choice$key;
}

export function MoveForm({ booking, choice: choiceKey }: MoveFormProps) {
  const data = useFragment<MoveForm_booking$key>(bookingFragment, booking);
  const choice = useFragment<MoveForm_choice$key>(choiceFragment, choiceKey);
  const close = useCloseDialog();
  const discard = useDiscardDialog();
  const { isOutdated, noteFailure } = useOutdated();
  const { move, asksWhy } = choice;
  const words = moveWords[move];
  const needs = needsOf(move, data);
  // The booking as it was when the dialog opened; Relay may load a newer version meanwhile.
  const [seen] = useState(data);
  const moveBooking = useMove(seen, move);
  const findSettlement = useFindSettlement(data.databaseId);
  const [settlement, setSettlement] = useState<MoveFormSettlementQuery$data['booking']>();
  const form = useForm<MoveValues>({
    initial: {
      guestNames: seen.guestNames.join('\n'),
      certificateNumber: '',
      certificateUrl: '',
      preset: '',
      refund: '',
      claimCents: '',
      ...noGoodwill,
      reason: '',
      offeredCheckIn: seen.checkIn,
      offeredCheckOut: seen.checkOut,
      offeredPricePerNight: needs.offer ? nightlyPrice(seen) : '',
    },
    validate: (typed) => problemsOf(typed, needs, data, asksWhy),
    send: async (typed) => {
      const refundCents = needs.refund ? refundOf(typed, data) : undefined;
      if (refundCents !== undefined && !settlement) {
        setSettlement(await findSettlement(refundCents));
      } else await moveBooking(typed, refundCents);
    },
    fieldOf: (serversField) => serversField.replace(/^guestNames.*/, 'guestNames'),
    fallbackMessage: 'The booking could not be changed. Please try again',
    onFailure: ({ error }) => noteFailure(error),
  });
  const { field, errors, values, change, isSending, failure } = form;
  return (
    <Form form={form} className="stack gap-4 pretty breaks">
      <Explanation booking={data} offer={seen.offer} choice={choice} />
      {needs.guests && <GuestNames {...field('guestNames', 'The first of them checks in')} />}
      {needs.certificate && (
        <CertificateFields
          number={field('certificateNumber')}
          error={errors.certificateUrl}
          onDocument={(certificateUrl) => change({ certificateUrl })}
        />
      )}
      {settlement?.settlement && (
        <Settlement settlement={settlement.settlement} total={data.totalPrice.formatted} />
      )}
      {needs.goodwill && <GoodwillFields values={values} field={field} />}
      {needs.claim && (
        <TextField
          {...field('claimCents')}
          label="Amount in dollars"
          required
          autoComplete="off"
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        />
      )}
      {needs.offer && <OfferFields bookingId={data.databaseId} values={values} field={field} />}
      {needs.refund && !settlement && <SettlementFields booking={data} field={field} />}
      {(asksWhy || needs.offer) && !settlement && (
        <TextField
          {...field('reason', readersOf(choice))}
          label={reasonLabels[move] ?? 'Reason'}
          required={asksWhy}
          multiline
          minRows={3}
          maxRows={10}
          slotProps={{ htmlInput: { maxLength: 2_000 } }}
        />
      )}
      <FormFailure message={failure} />
      <FormActions>
        {isOutdated ? (
          <Button ref={takeFocus} variant="contained" onClick={discard}>
            Show What Changed
          </Button>
        ) : (
          <>
            <Button
              type="submit"
              variant="contained"
              color={words?.isEnd ? 'error' : 'primary'}
              aria-busy={isSending}
            >
              {needs.refund && !settlement
                ? 'See Who Gets What'
                : isSending
                  ? words?.busyLabel
                  : words?.label}
            </Button>
            <Button variant="quiet" onClick={settlement ? () => setSettlement(undefined) : close}>
              Back
            </Button>
          </>
        )}
      </FormActions>
    </Form>
  );
}

const GuestNames = (props: TextFieldProps) => (
  <TextField
    {...props}
    label="Guests, each on a line"
    required
    multiline
    minRows={2}
    maxRows={10}
  />
);

interface ExplanationProps {
  booking: MoveForm_booking$data;
  offer: MoveForm_booking$data['offer'];
  choice: MoveForm_choice$data;
}

function Explanation({ booking, offer, choice }: ExplanationProps) {
  const { resort, guestName, checkIn, checkOut, totalPrice } = booking;
  const stay = `${resort.name}, ${formatStay(checkIn, checkOut)}`;
  const sentences =
    choice.move === 'TAKE_OFFER' && offer
      ? whatTakingDoes(offer, totalPrice.formatted)
      : whatHappens(choice, totalPrice.formatted);
  return (
    <>
      <p>
        {choice.party === 'TRAVELER' ? (
          <strong>{stay}</strong>
        ) : (
          <>
            <strong>{guestName}</strong>: {stay}
          </>
        )}
      </p>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  );
}

interface MoveValues extends OfferValues, GoodwillValues {
  guestNames: string;
  certificateNumber: string;
  certificateUrl: string;
  preset: string;
  refund: string;
  /** In dollars, as typed. */
  claimCents: string;
  reason: string;
}

const needsOf = (
  move: MoveForm_choice$data['move'],
  { certificateNumber }: Pick<MoveForm_booking$data, 'certificateNumber'>,
) => ({
  guests: move === 'RENAME_GUESTS',
  certificate:
    move === 'SUBMIT_CERTIFICATE' ||
    move === 'REPLACE_CERTIFICATE' ||
    (move === 'CERTIFY' && certificateNumber == null),
  refund: move === 'DECIDE' || move === 'DECIDE_APPEAL',
  goodwill: move === 'GOODWILL',
  claim: move === 'CLAIM_DAMAGE' || move === 'DECIDE_CLAIM',
  offer: move === 'OFFER',
});

const problemsOf = (
  form: MoveValues,
  needs: ReturnType<typeof needsOf>,
  { totalPrice }: MoveForm_booking$data,
  asksWhy: boolean,
) => ({
  ...(needs.guests && form.guestNames.trim() === '' && { guestNames: 'Say who checks in' }),
  ...(needs.certificate &&
    form.certificateNumber.trim() === '' && {
      certificateNumber: 'Certificate number is required',
    }),
  ...(needs.certificate &&
    form.certificateUrl === '' && { certificateUrl: 'Upload the certificate' }),
  ...(needs.refund && form.preset === '' && { preset: 'Choose how much' }),
  ...(needs.refund &&
    form.preset === 'other' &&
    !((centsOf(form.refund) ?? Infinity) <= totalPrice.amount) && {
      refund: `Say how much, in dollars, up to ${totalPrice.formatted}`,
    }),
  ...(needs.goodwill && goodwillProblems(form)),
  ...(needs.claim &&
    centsOf(form.claimCents) === undefined && { claimCents: 'Say how much, in dollars' }),
  ...(needs.offer && offerProblems(form)),
  ...(asksWhy && form.reason.trim() === '' && { reason: 'Say why' }),
});

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

function useMove(seen: MoveForm_booking$data, move: MoveForm_choice$data['move']) {
  const environment = useRelayEnvironment();
  const navigate = useNavigate();
  const finish = useFinishDialog();
  const [moveBooking] = useMutation<MoveFormMutation>(moveMutation);
  const keyOf = useIdempotencyKeys();
  const { databaseId: bookingId, version, offer, listing, guests, resort } = seen;
  const loadAgain = () =>
    fetchQuery<MoveFormQuery>(
      environment,
      bookingQuery,
      { id: bookingId },
      { fetchPolicy: 'network-only' },
    ).toPromise();
  return async (form: MoveValues, refundCents: number | undefined): Promise<void> => {
    const needs = needsOf(move, seen);
    const input = {
      bookingId,
      version,
      move,
      reason: form.reason.trim() || null,
      ...(needs.guests && { guestNames: linesOf(form.guestNames) }),
      ...(needs.certificate && {
        certificateNumber: form.certificateNumber,
        certificateUrl: form.certificateUrl,
      }),
      ...(refundCents !== undefined && { refundCents }),
      ...(needs.goodwill && goodwillOf(form)),
      ...(needs.claim && { claimCents: centsOf(form.claimCents) ?? null }),
      ...(needs.offer && {
        offeredCheckIn: form.offeredCheckIn,
        offeredCheckOut: form.offeredCheckOut,
        offeredPricePerNightCents: centsOf(form.offeredPricePerNight) ?? null,
      }),
    };
    const { moveBooking: answer } = await moveBooking({
      input: { ...input, idempotencyKey: keyOf(input) },
    });
    if (!answer || answer.error) refuse(answer?.error, loadAgain);
    if (move === 'TAKE_OFFER' && offer && listing) {
      const path = checkoutPath({ ...offer, listingId: listing.databaseId, guests });
      void navigate(path, { replace: true });
    } else finish({ title: moveWords[move]?.done ?? 'Done', description: resort.name });
  };
}

function useFindSettlement(id: string) {
  const environment = useRelayEnvironment();
  return async (refundCents: number) => {
    const found = await fetchQuery<MoveFormSettlementQuery>(environment, settlementQuery, {
      id,
      refundCents,
    }).toPromise();
    return found?.booking;
  };
}

function nightlyPrice({ priceLines, checkIn, checkOut }: MoveForm_booking$data): string {
  const nights = priceLines.find(({ kind }) => kind === 'NIGHTS')?.amount.amount ?? 0;
  return String(nights / nightsBetween(checkIn, checkOut) / 100);
}

const reasonLabels: Readonly<Partial<Record<string, string>>> = {
  DISPUTE: 'What is wrong?',
  APPEAL: 'What is wrong with the decision?',
  DECIDE: 'Reasons',
  DECIDE_APPEAL: 'Reasons',
  CLAIM_DAMAGE: 'What is damaged?',
  CONTEST_CLAIM: 'What is not right?',
  DECIDE_CLAIM: 'Reasons',
  OFFER: 'Message',
};

const whatTakingDoes = (
  offer: NonNullable<MoveForm_booking$data['offer']>,
  asked: string,
): readonly string[] => [
  `You pay ${offer.totalPrice.formatted} for ${formatStay(offer.checkIn, offer.checkOut)} on the next page. The nights are kept for you for ${holdTime}, and paying confirms the booking at once.`,
  `The ${asked} reserved on your card for the request is let go. This cannot be undone.`,
];

function whatHappens(
  { move, money, party, refund }: MoveForm_choice$data,
  total: string,
): readonly string[] {
  const isTraveler = party === 'TRAVELER';
  const whose = isTraveler ? 'you' : 'the traveler';
  const explanation = [moveWords[move]?.explanation ?? []].flat();
  switch (money) {
    case 'CAPTURE':
      return [
        `${total} is reserved on the traveler’s card, and is taken from it now. Then the booking is confirmed.`,
        `The money is kept safe, and is paid out ${releaseTime} after check-in.`,
      ];
    case 'LET_GO':
      return [
        `Nothing is charged: the ${total} reserved on ${isTraveler ? 'your' : 'the traveler’s'} card is let go.`,
        'The nights are free for others again. This cannot be undone.',
      ];
    case 'REFUND_BY_POLICY':
      return [
        refund?.amount === 0
          ? `By the cancellation policy you get nothing back of ${total}.`
          : refund?.formatted === total
            ? `You get back all of the ${total} that you paid.`
            : `By the cancellation policy you get back ${refund?.formatted} of ${total}.`,
        'The nights are free for others again. This cannot be undone.',
      ];
    case 'REFUND_ALL':
      return [
        `The traveler gets back all of the ${total} that they paid${party === 'OWNER' ? ', and you are not paid' : ''}.`,
        ...explanation,
        'The nights are free for others again. This cannot be undone.',
      ];
    case 'REFUND_CHOSEN':
      return [
        `The traveler has paid ${total}. You decide how much of it they get back, and see who gets what before it is done. It cannot be undone.`,
      ];
    default:
      return move === 'ABANDON'
        ? [`The nights are free for others again, and nothing is charged to ${whose}.`]
        : explanation;
  }
}

const readersOf = ({ move, party }: MoveForm_choice$data): string =>
  move === 'DISPUTE'
    ? 'The owner and our team read it'
    : move === 'APPEAL'
      ? 'The other side and our team read it'
      : move === 'CLAIM_DAMAGE'
        ? 'The traveler and our team read it'
        : move === 'CONTEST_CLAIM'
          ? 'The owner and our team read it'
          : move === 'GOODWILL'
            ? 'Both sides read it; who gets the money is told by mail'
            : party === 'OWNER'
              ? 'The traveler reads it. Phone numbers, addresses and links are hidden unless the booking is confirmed'
              : 'The traveler and the owner read it';

/** The traveler's refund for the choice in the form, in cents; undefined without a choice. */
function refundOf(
  { preset, refund }: { preset: string; refund: string },
  { totalPrice, lastPolicyRefund }: MoveForm_booking$data,
): number | undefined {
  switch (preset) {
    case 'all':
      return totalPrice.amount;
    case 'policy':
      return lastPolicyRefund?.amount;
    case 'nothing':
      return 0;
    default:
      return centsOf(refund);
  }
}

const bookingFragment = graphql`
  fragment MoveForm_booking on Booking {
    certificateNumber
    databaseId
    version
    guestName
    guestNames
    checkIn
    checkOut
    guests
    listing {
      databaseId
    }
    priceLines {
      kind
      amount {
        amount
      }
    }
    offer {
      checkIn
      checkOut
      totalPrice {
        formatted
      }
    }
    resort {
      name
    }
    totalPrice {
      amount
      formatted
    }
    lastPolicyRefund {
      amount
    }
    ...Settlement_booking
  }
`;

const bookingQuery = graphql`
  query MoveFormQuery($id: ID!) {
    booking(id: $id) {
      ...MoveForm_changed
    }
  }
`;

const settlementQuery = graphql`
  query MoveFormSettlementQuery($id: ID!, $refundCents: Int!) {
    booking(id: $id) {
      settlement(refundCents: $refundCents) {
        ...Settlement_settlement
      }
    }
  }
`;

const choiceFragment = graphql`
  fragment MoveForm_choice on BookingChoice {
    move
    party
    asksWhy
    money
    refund {
      amount
      formatted
    }
  }
`;

const moveMutation = graphql`
  mutation MoveFormMutation($input: MoveBookingInput!) {
    moveBooking(input: $input) {
      ... on MoveBookingPayload {
        booking {
          ...MoveForm_changed
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

/* All that a move changes, wherever it is shown. */
/* eslint-disable relay/must-colocate-fragment-spreads -- The mutation refreshes what others show. */
void graphql`
  fragment MoveForm_changed on Booking {
    ...BookingMoves_booking
    ...BookingRow_booking
    ...BookingStatusPanel_booking
    ...BookingTimeline_booking
    ...BothSides_booking
    ...ClaimPanel_booking
    ...DecisionPanel_booking
    ...PriceLines_booking
    guestNames
  }
`;
/* eslint-enable relay/must-colocate-fragment-spreads */
