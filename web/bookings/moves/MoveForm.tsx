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
import { FormActions } from '#web/ui/forms/FormActions.tsx';
import { FormFailure } from '#web/ui/forms/FormFailure.tsx';
import { refuse, useOutdated } from '#web/ui/forms/outdated.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import { formatStay } from '#web/ui/words/dates.ts';
import { nightsBetween } from '#common/days.ts';
import { centsOf } from './centsOf.ts';
import { CertificateField } from './CertificateField.tsx';
import { checkoutPath } from '#common/addresses/checkoutPath.ts';
import styles from './MoveForm.module.css';
import { moveWords } from './moveWords.ts';
import { OfferFields, offerProblems } from './OfferFields.tsx';
import { Settlement } from './Settlement.tsx';
import { SettlementFields } from './SettlementFields.tsx';

interface MoveFormProps {
  booking: MoveForm_booking$key;
  choice: MoveForm_choice$key;
}

/** Inside a dialog: explains a move of a booking, collects its input and makes it. */
export function MoveForm({ booking, choice: choiceKey }: MoveFormProps) {
  const data = useFragment<MoveForm_booking$key>(bookingFragment, booking);
  const choice = useFragment<MoveForm_choice$key>(choiceFragment, choiceKey);
  // The version that was seen, even if newer data is loaded while the dialog is open.
  const [version] = useState(data.version);
  const environment = useRelayEnvironment();
  const finish = useFinishDialog();
  const close = useCloseDialog();
  const discard = useDiscardDialog();
  const { isOutdated, noteFailure } = useOutdated();
  const [moveBooking] = useMutation<MoveFormMutation>(moveMutation);
  const { move, asksWhy } = choice;
  const words = moveWords[move];
  const isCertificate = move === 'CERTIFY' || move === 'REPLACE_CERTIFICATE';
  const needsRefund = move === 'RESOLVE';
  // Shows how a problem would be settled before it is.
  const [settlement, setSettlement] = useState<MoveFormSettlementQuery$data['booking']>();
  const isOffer = move === 'OFFER';
  // An offer starts from the requested stay, and the offer that was seen is the offer to accept.
  const [{ offer, checkIn, checkOut }] = useState(data);
  const navigate = useNavigate();
  const loadAgain = () =>
    fetchQuery<MoveFormQuery>(
      environment,
      graphql`
        query MoveFormQuery($id: ID!) {
          booking(id: $id) {
            ...MoveForm_changed
          }
        }
      `,
      { id: data.databaseId },
      { fetchPolicy: 'network-only' },
    ).toPromise();
  const { formRef, field, errors, values, change, submit, isSending, failure } = useForm({
    initial: {
      certificateNumber: '',
      certificateUrl: '',
      preset: '',
      refund: '',
      reason: '',
      offeredCheckIn: checkIn,
      offeredCheckOut: checkOut,
      offeredPricePerNight: isOffer ? nightlyPrice(data) : '',
    },
    validate: (form) => ({
      ...(isCertificate &&
        form.certificateNumber.trim() === '' && {
          certificateNumber: 'Certificate number is required',
        }),
      ...(isCertificate &&
        form.certificateUrl === '' && { certificateUrl: 'Upload the certificate' }),
      ...(needsRefund && form.preset === '' && { preset: 'Choose how much' }),
      ...(needsRefund &&
        form.preset === 'other' &&
        !((centsOf(form.refund) ?? Infinity) <= data.totalPrice.amount) && {
          refund: `Say how much, in dollars, up to ${data.totalPrice.formatted}`,
        }),
      ...(isOffer && offerProblems(form)),
      ...(asksWhy && form.reason.trim() === '' && { reason: 'Say why' }),
    }),
    send: async (form) => {
      const refundCents = needsRefund ? refundOf(form, data) : undefined;
      if (refundCents !== undefined && !settlement) {
        const found = await fetchQuery<MoveFormSettlementQuery>(environment, settlementQuery, {
          id: data.databaseId,
          refundCents,
        }).toPromise();
        setSettlement(found?.booking);
        return;
      }
      const { moveBooking: answer } = await moveBooking({
        input: {
          bookingId: data.databaseId,
          version,
          move,
          reason: form.reason.trim() || null,
          ...(isCertificate && {
            certificateNumber: form.certificateNumber,
            certificateUrl: form.certificateUrl,
          }),
          ...(refundCents !== undefined && { refundCents }),
          ...(isOffer && {
            offeredCheckIn: form.offeredCheckIn,
            offeredCheckOut: form.offeredCheckOut,
            offeredPricePerNightCents: centsOf(form.offeredPricePerNight) ?? null,
          }),
        },
      });
      if (!answer || answer.error) refuse(answer?.error, loadAgain);
      if (move === 'TAKE_OFFER' && offer && data.listing) {
        const { guests, listing } = data;
        void navigate(checkoutPath({ ...offer, listingId: listing.databaseId, guests }), {
          replace: true,
        });
        return;
      }
      finish({ title: words?.done ?? 'Done', description: data.resort.name });
    },
    fallbackMessage: 'The booking could not be changed. Please try again',
    onFailure: ({ error }) => noteFailure(error),
  });
  const stay = `${data.resort.name}, ${formatStay(data.checkIn, data.checkOut)}`;
  return (
    <form ref={formRef} method="post" onSubmit={submit} noValidate className={styles.form}>
      <p>
        {choice.party === 'TRAVELER' ? (
          <strong>{stay}</strong>
        ) : (
          <>
            <strong>{data.guestName}</strong>: {stay}
          </>
        )}
      </p>
      {(move === 'TAKE_OFFER' && offer
        ? whatTakingDoes(offer, data.totalPrice.formatted)
        : whatHappens(choice, data.totalPrice.formatted)
      ).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {isCertificate && (
        <>
          <TextField
            {...field('certificateNumber')}
            label="Certificate number"
            required
            autoComplete="off"
            slotProps={{ htmlInput: { maxLength: 60, spellCheck: false } }}
          />
          <CertificateField
            error={errors.certificateUrl}
            onChange={(certificateUrl) => change({ certificateUrl })}
          />
        </>
      )}
      {settlement?.settlement && (
        <Settlement settlement={settlement.settlement} total={data.totalPrice.formatted} />
      )}
      {isOffer && <OfferFields bookingId={data.databaseId} values={values} field={field} />}
      {needsRefund && !settlement && <SettlementFields booking={data} field={field} />}
      {(asksWhy || isOffer) && !settlement && (
        <TextField
          {...field('reason')}
          label={reasonLabels[move] ?? 'Reason'}
          helperText={field('reason').helperText ?? readersOf(choice)}
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
              {needsRefund && !settlement
                ? 'See Who Gets What'
                : isSending
                  ? words?.busyLabel
                  : words?.label}
            </Button>
            <Button
              variant="outlined"
              color="inherit"
              onClick={settlement ? () => setSettlement(undefined) : close}
            >
              Back
            </Button>
          </>
        )}
      </FormActions>
    </form>
  );
}

/** The price per night of a request in dollars. */
function nightlyPrice({ priceLines, checkIn, checkOut }: MoveForm_booking$data): string {
  const nights = priceLines.find(({ kind }) => kind === 'NIGHTS')?.amount.amount ?? 0;
  return String(nights / nightsBetween(checkIn, checkOut) / 100);
}

const reasonLabels: Readonly<Partial<Record<string, string>>> = {
  DISPUTE: 'What is wrong?',
  OFFER: 'Message',
};

const whatTakingDoes = (
  offer: NonNullable<MoveForm_booking$data['offer']>,
  asked: string,
): readonly string[] => [
  `You pay ${offer.totalPrice.formatted} for ${formatStay(offer.checkIn, offer.checkOut)} on the next page. The nights are kept for you for 15 minutes, and paying confirms the booking at once.`,
  `The ${asked} reserved on your card for the request is let go. This cannot be undone.`,
];

/** The effects of a move on money and recipients, before it is made. */
function whatHappens(
  { move, money, party, refund }: MoveForm_choice$data,
  total: string,
): readonly string[] {
  const isTraveler = party === 'TRAVELER';
  const whose = isTraveler ? 'you' : 'the traveler';
  switch (money) {
    case 'CAPTURE':
      return [
        `${total} is reserved on the traveler’s card, and is taken from it now. Then the booking is confirmed.`,
        'The money is kept safe, and is paid out two days after check-in.',
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
        'The nights are free for others again. This cannot be undone.',
      ];
    case 'REFUND_CHOSEN':
      return [
        `The traveler has paid ${total}. You decide how much of it they get back, and see who gets what before it is done. It cannot be undone.`,
      ];
    default:
      return [
        ...(move === 'CERTIFY'
          ? [
              'The guest certificate that the resort has issued in the name of the first guest. The traveler needs it at check-in, and is told by mail that it is here.',
            ]
          : []),
        ...(move === 'REPLACE_CERTIFICATE'
          ? [
              'Another guest certificate in the name of the first guest takes the place of the previous one. The traveler is told by mail.',
            ]
          : []),
        ...(move === 'OFFER'
          ? [
              'Change the dates, lower the price per night, or both. The traveler has 24 hours to take your offer; the request can no longer be accepted then.',
            ]
          : []),
        ...(move === 'DISPUTE'
          ? [
              'Tell us what is wrong with the stay. The owner is not paid until our team has settled it; the owner and the team read this.',
            ]
          : []),
        ...(move === 'ABANDON'
          ? [`The nights are free for others again, and nothing is charged to ${whose}.`]
          : []),
      ];
  }
}

/** The readers of the reason. */
const readersOf = ({ move, party }: MoveForm_choice$data): string =>
  move === 'DISPUTE'
    ? 'The owner and our team read it'
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
    databaseId
    version
    guestName
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
    ...SettlementFields_booking
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
    ...PriceLines_booking
  }
`;
/* eslint-enable relay/must-colocate-fragment-spreads */
