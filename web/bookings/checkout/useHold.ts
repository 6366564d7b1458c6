import { useEffect, useRef, useState } from 'react';
import { graphql } from 'react-relay/hooks';
import { useLocation, useNavigate } from 'react-router-dom';
import type {
  useHoldMutation,
  useHoldMutation$data,
} from '#web/__generated__/useHoldMutation.graphql.ts';
import { messageOf } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { newKey } from '#web/ui/forms/useIdempotencyKeys.ts';
import { readCheckoutState, type CheckoutState, type WantedStay } from './checkoutAddress.ts';

type Answer = useHoldMutation$data['holdStay'];

type HeldBooking = NonNullable<NonNullable<Answer>['booking']>;

export interface Refusal {
  kind:
    | 'taken'
    | 'own'
    | 'price'
    | 'payments'
    | 'gone'
    | 'tooMany'
    | 'over'
    | 'paused'
    | 'unverified'
    | 'other';
  message: string;
}

export type Hold =
  | { step: 'asking' }
  | { step: 'refused'; refusal: Refusal }
  /** `deadline` is by the clock of this device. */
  | { step: 'held'; booking: HeldBooking; deadline: number };

/**
 * Holds a stay as soon as it is shown in the browser. The idempotency key is in the history entry,
 * so that a reload or Back requests the same hold.
 */
export function useHold(listingId: string, stay: WantedStay) {
  const [hold, setHold] = useState<{ key: string; result: Hold }>();
  const [holdStay] = useMutation<useHoldMutation>(holdMutation);
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const { holdKey, seenTotalCents } = readCheckoutState(state);
  const asked = useRef<string>(undefined);

  const remember = (next: CheckoutState, newSearch = search) =>
    void navigate(pathname + newSearch, {
      replace: true,
      preventScrollReset: true,
      state: next,
    });

  const ask = (idempotencyKey: string): Promise<Hold> =>
    holdStay({
      input: { listingId, ...stay, seenTotalCents: seenTotalCents ?? null, idempotencyKey },
    })
      .then(({ holdStay: answer }) => resultOf(answer))
      .catch((error: unknown): Hold => {
        const message = messageOf(error, 'The nights could not be kept. Please try again');
        return { step: 'refused', refusal: { kind: 'other', message } };
      });

  useEffect(() => {
    if (holdKey === undefined) {
      remember({ ...readCheckoutState(state), holdKey: newKey() });
      return;
    }
    if (asked.current === holdKey) return;
    asked.current = holdKey;
    void ask(holdKey).then((result) => setHold({ key: holdKey, result }));
  });

  return {
    hold: hold && hold.key === holdKey ? hold.result : asking,
    /**
     * Reloads the hold, which another tab may have changed. Returns the version to pay; undefined
     * if it can't be paid, and the checkout then shows why.
     */
    reload: async (): Promise<number | undefined> => {
      if (holdKey === undefined) return undefined;
      const result = await ask(holdKey);
      const now = result.step === 'held' ? result.booking : undefined;
      if (now?.status === 'HELD' && (now.heldSeconds ?? 0) > 0) return now.version;
      setHold({ key: holdKey, result });
      return undefined;
    },
    askAgain: () => remember({}),
    change: (changes: Partial<WantedStay>) => {
      const { checkIn, checkOut, guests } = { ...stay, ...changes };
      const params = new URLSearchParams({ checkIn, checkOut, guests: String(guests) });
      remember({}, `?${params}`);
    },
  };
}

const asking: Hold = { step: 'asking' };

function resultOf(answer: Answer): Hold {
  const booking = answer?.booking;
  if (booking) {
    const seconds = booking.heldSeconds ?? 0;
    return { step: 'held', booking, deadline: Date.now() + seconds * 1000 };
  }
  const fields = answer?.error?.fieldErrors?.map(({ field }) => field) ?? [];
  const kind = kindOf(answer?.error?.__typename, fields);
  return { step: 'refused', refusal: { kind, message: answer?.error?.message ?? '' } };
}

function kindOf(typename: string | undefined, fields: readonly string[]): Refusal['kind'] {
  if (typename === 'UnavailableError') return 'payments';
  if (typename === 'NotFoundError') return 'gone';
  if (typename === 'ForbiddenError') return 'unverified';
  if (typename !== 'ConflictError') return 'other';
  return fields.map((field) => conflicts[field]).find(Boolean) ?? 'other';
}

const conflicts: Readonly<Partial<Record<string, Refusal['kind']>>> = {
  checkIn: 'taken',
  bookingId: 'own',
  checkOut: 'paused',
  seenTotalCents: 'price',
  listingId: 'tooMany',
};

const holdMutation = graphql`
  mutation useHoldMutation($input: HoldStayInput!) {
    holdStay(input: $input) {
      ... on HoldStayPayload {
        booking {
          version
          status
          heldSeconds
          ...CheckoutForm_booking
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
