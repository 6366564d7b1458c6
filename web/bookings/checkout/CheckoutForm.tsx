import { useEffect, useRef, useState, type ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Navigate, useNavigate } from 'react-router-dom';
import type {
  CheckoutForm_booking$data,
  CheckoutForm_booking$key,
} from '#web/__generated__/CheckoutForm_booking.graphql.ts';
import type {
  CheckoutForm_site$data,
  CheckoutForm_site$key,
} from '#web/__generated__/CheckoutForm_site.graphql.ts';
import type {
  CheckoutForm_viewer$data,
  CheckoutForm_viewer$key,
} from '#web/__generated__/CheckoutForm_viewer.graphql.ts';
import type { CheckoutFormLeaveMutation } from '#web/__generated__/CheckoutFormLeaveMutation.graphql.ts';
import type { CheckoutFormMutation } from '#web/__generated__/CheckoutFormMutation.graphql.ts';
import { CancellationTerms } from '../price/CancellationTerms.tsx';
import { PriceLines } from '../price/PriceLines.tsx';
import { RefusedError } from '#web/relay/refusal.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { showFailure } from '#web/ui/feedback/showFailure.ts';
import { Form, FormFailure } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { useIdempotencyKeys } from '#web/ui/forms/useIdempotencyKeys.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import { CardFields, requiredOfCard } from './payment/CardFields.tsx';
import styles from './Checkout.module.css';
import { HoldClock } from './HoldClock.tsx';
import { PayParts } from './PayParts.tsx';
import { BookingPayment } from './payment/BookingPayment.tsx';
import { Refused } from './Refused.tsx';
import { tokenOf } from './payment/sandbox.ts';
import { StripeFields, type TakeCard } from './payment/StripeFields.tsx';
import { forgetTyped, keepTyped, typedBefore } from './payment/typed.ts';
import type { Hold } from './useHold.ts';
import { answerTime, releaseTime } from '#common/durations.ts';

interface CheckoutFormProps {
  hold: Extract<Hold, { step: 'held' }>;
  booked: (canChange: boolean) => ReactNode;
  listingId: string;
  stayPath: string;
  site: CheckoutForm_site$key;
  viewer: CheckoutForm_viewer$key;
  onAskAgain: () => void;
  /** Reloads the hold; returns the version to pay, if it can still be paid. */
  onReload: () => Promise<number | undefined>;
}

export function CheckoutForm(props: CheckoutFormProps) {
  const { hold, booked, stayPath, onAskAgain } = props;
  const { payments } = useFragment<CheckoutForm_site$key>(siteFragment, props.site);
  const booking = useFragment<CheckoutForm_booking$key>(bookingFragment, hold.booking);
  const viewer = useFragment<CheckoutForm_viewer$key>(viewerFragment, props.viewer);
  const [isTimeOver, setIsTimeOver] = useState(false);
  const { status, payment } = booking;
  if (status !== 'HELD' && status !== 'EXPIRED') {
    return <Booked bookingId={booking.databaseId} place={placeOf(viewer, props.listingId)} />;
  }
  const isUnderWay = payment?.status === 'WAITING' || payment?.status === 'NEEDS_ACTION';
  const isOver = status === 'EXPIRED' || (isTimeOver && !isUnderWay);
  return (
    <div className={styles.columns}>
      <aside className={`sheet stack gap-4 sticky breaks ${styles.summary}`} aria-label="Your stay">
        {booked(!isUnderWay && !isOver && !booking.isOffered)}
        <PriceLines booking={booking} />
        <CancellationTerms steps={booking.cancellation} />
      </aside>
      <div className="stack gap-5 shrink">
        {isOver ? (
          <TimeOver stayPath={stayPath} onAskAgain={onAskAgain} />
        ) : (
          <>
            {!isUnderWay && (
              <HoldClock deadline={hold.deadline} onOver={() => setIsTimeOver(true)} />
            )}
            {isUnderWay ? (
              <BookingPayment booking={booking} payments={payments} />
            ) : (
              <Fields {...props} booking={booking} payments={payments} viewer={viewer} />
            )}
          </>
        )}
      </div>
    </div>
  );
}

const viewerFragment = graphql`
  fragment CheckoutForm_viewer on User {
    id
    firstName
    lastName
  }
`;

const placeOf = ({ id }: CheckoutForm_viewer$data, listingId: string): string =>
  `${id} ${listingId}`;

/** Replaces the checkout by the booking, so that the next checkout of the week starts empty. */
function Booked({ bookingId, place }: { bookingId: string; place: string }) {
  useEffect(() => forgetTyped(place), [place]);
  return <Navigate to={`/bookings/${bookingId}`} replace />;
}

const siteFragment = graphql`
  fragment CheckoutForm_site on Site {
    payments {
      provider
      publishableKey
      ...CardFields_payments
      ...BookingPayment_payments
    }
  }
`;

const bookingFragment = graphql`
  fragment CheckoutForm_booking on Booking {
    databaseId
    version
    status
    guests
    isInstant
    isOffered
    cancellation
    totalPrice {
      amount
      currency
      formatted
    }
    deposit {
      amount {
        amount
        currency
        formatted
      }
    }
    payment {
      status
      failure
    }
    ...PriceLines_booking
    ...PayParts_booking
    ...BookingPayment_booking
  }
`;

const TimeOver = ({ stayPath, onAskAgain }: { stayPath: string; onAskAgain: () => void }) => (
  <Refused
    refusal={{
      kind: 'over',
      message:
        'The nights are free for others again. If nobody takes them first, you can have them',
    }}
    resortPath={stayPath}
    onAskAgain={onAskAgain}
  />
);

interface FieldsProps extends Omit<CheckoutFormProps, 'viewer'> {
  viewer: CheckoutForm_viewer$data;
  booking: CheckoutForm_booking$data;
  payments: CheckoutForm_site$data['payments'];
}

function Fields(props: FieldsProps) {
  const { booking, payments, stayPath, viewer, listingId, onReload } = props;
  const { guests, isInstant, payment } = booking;
  const isSandbox = payments?.provider === 'SANDBOX';
  const stripeKey = payments?.provider === 'STRIPE' ? payments.publishableKey : undefined;
  const takeCard = useRef<TakeCard>(null);
  const pay = usePay(booking, onReload);
  const place = placeOf(viewer, listingId);
  const guestFields = guestFieldsOf(guests);
  const [initial] = useState<Record<string, string>>(() => ({
    ...Object.fromEntries(
      [...guestFields, ...(isSandbox ? cardFields : [])].map((name) => [name, '']),
    ),
    guest1: `${viewer.firstName} ${viewer.lastName}`,
    message: '',
    ...typedBefore(place),
    part: 'all',
  }));
  const [hasTried, setHasTried] = useState(false);
  const form = useForm<Record<string, string>>({
    initial,
    validate: (typed) =>
      Object.fromEntries(Object.entries(required).filter(([name]) => typed[name]?.trim() === '')),
    send: async (typed) => {
      const { number = '', expiry = '', securityCode = '', message = '', part } = typed;
      const method = takeCard.current
        ? await takeCard.current()
        : await tokenOf({ number, expiry, securityCode });
      const guestNames = guestFields.flatMap((name) => typed[name]?.trim() || []);
      setHasTried(true);
      const paysDeposit = part === 'deposit';
      await pay({ guestNames, message: message || null, method, paysDeposit });
    },
    fieldOf: (serversField) => (serversField.startsWith('guestNames') ? 'guest1' : serversField),
    fallbackMessage: 'The payment could not be made. Please try again',
  });
  const { field, values, change, isSending, failure } = form;
  const canPay = isSandbox || Boolean(stripeKey);
  const paysDeposit = booking.deposit && values['part'] === 'deposit';
  const price = paysDeposit ? booking.deposit.amount : booking.totalPrice;
  const declined = payment?.status === 'FAILED' ? payment.failure : undefined;
  const hasTyped = values !== initial;
  useEffect(() => {
    if (hasTyped) keepTyped(place, [...guestFieldsOf(guests), 'message'], values);
  }, [place, guests, values, hasTyped]);
  return (
    <Form form={form} label="Checkout" className="stack gap-5 shrink">
      <GuestFields names={guestFields} field={field} isInstant={isInstant} />
      <PayParts booking={booking} field={field('part')} />
      {isSandbox && (
        <CardFields field={field} onExpiry={(expiry) => change({ expiry })} payments={payments} />
      )}
      {stripeKey && (
        <StripeFields
          publishableKey={stripeKey}
          charge={{ amount: price.amount, currency: price.currency }}
          isInstant={isInstant}
          savesCard={Boolean(paysDeposit)}
          takeCard={takeCard}
        />
      )}
      {!canPay && <p role="alert">This page cannot take payments. Please reload it.</p>}
      <FormFailure
        message={isSending ? undefined : (failure ?? declined ?? undefined)}
        takesFocus={hasTried}
      />
      <p className="soft pretty">
        {isInstant
          ? `The booking is confirmed as soon as it is paid. The money is kept safe, and the owner is paid ${releaseTime} after your check-in.`
          : `The owner has ${answerTime} to answer. The price is only reserved on your card until then; without an answer it is let go.`}
      </p>
      <div className="cluster gap-3 wide-on-phones">
        {canPay && (
          <Button
            type="submit"
            variant="main"
            size="large"
            aria-busy={isSending}
            className={styles.pay}
          >
            {isSending
              ? 'Paying…'
              : isInstant
                ? `Pay ${price.formatted}`
                : `Request to book · ${price.formatted} is reserved`}
          </Button>
        )}
        <Leave booking={booking} stayPath={stayPath} />
      </div>
    </Form>
  );
}

const required = { guest1: 'Say who checks in', ...requiredOfCard };

type Payment = Omit<CheckoutFormMutation['variables']['input'], 'bookingId' | 'version'>;

function usePay(
  { databaseId: bookingId, version }: CheckoutForm_booking$data,
  onReload: CheckoutFormProps['onReload'],
) {
  const [pay] = useCommand<CheckoutFormMutation>(payMutation);
  return async (payment: Payment): Promise<void> => {
    const send = (seen: number) => pay({ input: { bookingId, version: seen, ...payment } });
    await send(version).catch(async (error: unknown) => {
      if (!isChangedElsewhere(error)) throw error;
      // Another tab may have tried to pay; stay and price of a hold never change.
      const now = await onReload();
      if (now !== undefined) await send(now);
    });
  };
}

interface GuestFieldsProps {
  names: readonly string[];
  field: ReturnType<typeof useForm<Record<string, string>>>['field'];
  isInstant: boolean;
}

const GuestFields = ({ names, field, isInstant }: GuestFieldsProps) => (
  <>
    <Panel title="Guests" icon="user">
      {names.map((name, index) => (
        <TextField
          key={name}
          {...field(name)}
          label={index === 0 ? 'Who checks in' : `Guest ${index + 1} (optional)`}
          required={index === 0}
          fullWidth
          autoComplete={index === 0 ? 'name' : 'off'}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
      ))}
    </Panel>
    <Panel title="Message to the owner" icon="chat">
      <TextField
        {...field('message')}
        label="Message (optional)"
        helperText={
          field('message').helperText ??
          (isInstant
            ? undefined
            : 'Phone numbers, addresses and links are hidden until the booking is confirmed')
        }
        fullWidth
        multiline
        minRows={3}
        maxRows={10}
        slotProps={{ htmlInput: { maxLength: 2_000 } }}
      />
    </Panel>
  </>
);

const guestFieldsOf = (guests: number): string[] =>
  Array.from({ length: guests }, (_, index) => `guest${index + 1}`);

/** The hold was paid, lost, or tried with another card, probably in another tab. */
const isChangedElsewhere = (error: unknown): boolean =>
  error instanceof RefusedError &&
  error.fieldErrors.some(({ field }) => field === 'version' || field === 'bookingId');

const cardFields = ['number', 'expiry', 'securityCode'];

const payMutation = graphql`
  mutation CheckoutFormMutation($input: PayBookingInput!) {
    payBooking(input: $input) {
      ... on PayBookingPayload {
        booking {
          ...CheckoutForm_booking
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

function Leave({ booking, stayPath }: { booking: CheckoutForm_booking$data; stayPath: string }) {
  const navigate = useNavigate();
  const keyOf = useIdempotencyKeys();
  const [leave, isLeaving] = useCommand<CheckoutFormLeaveMutation>(graphql`
    mutation CheckoutFormLeaveMutation($input: MoveBookingInput!) {
      moveBooking(input: $input) {
        ... on MoveBookingPayload {
          booking {
            version
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const run = async () => {
    const { databaseId: bookingId, version } = booking;
    try {
      const input = { bookingId, version, move: 'ABANDON' } as const;
      await leave({ input: { ...input, idempotencyKey: keyOf(input) } });
      showToast({ title: 'You left the checkout', description: 'The nights are free again' });
      void navigate(stayPath, { replace: true });
    } catch (error) {
      showFailure('You could not leave the checkout', error);
    }
  };
  return (
    <Button
      variant="quiet"
      size="large"
      aria-busy={isLeaving}
      onClick={isLeaving ? undefined : () => void run()}
    >
      Leave the Checkout
    </Button>
  );
}
