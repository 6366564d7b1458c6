import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks';
import type {
  OfferFieldsQuery,
  OfferFieldsQuery$data,
} from '#web/__generated__/OfferFieldsQuery.graphql.ts';
import type { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import { isDay } from '#common/days.ts';
import { centsOf } from './centsOf.ts';
import { PriceList } from '../price/PriceList.tsx';

export interface OfferValues {
  offeredCheckIn: string;
  offeredCheckOut: string;
  offeredPricePerNight: string;
}

export const offerProblems = (values: OfferValues) => ({
  ...(!isDay(values.offeredCheckIn) && { offeredCheckIn: 'Check-in is required' }),
  ...(!isDay(values.offeredCheckOut) && { offeredCheckOut: 'Check-out is required' }),
  ...(centsOf(values.offeredPricePerNight) === undefined && {
    offeredPricePerNight: 'Say how much, in dollars',
  }),
});

interface OfferFieldsProps {
  bookingId: string;
  values: OfferValues;
  field: (name: keyof OfferValues) => ReturnType<ReturnType<typeof useForm>['field']>;
}

export function OfferFields({ bookingId, values, field }: OfferFieldsProps) {
  const quote = useOfferQuote(bookingId, values);
  return (
    <>
      <TextField {...field('offeredCheckIn')} label="Check-in" type="date" required />
      <TextField {...field('offeredCheckOut')} label="Check-out" type="date" required />
      <TextField
        {...field('offeredPricePerNight')}
        label="Price per night in dollars"
        required
        autoComplete="off"
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
      />
      <section aria-label="What the traveler would pay" aria-live="polite">
        {quote && (
          <PriceList
            lines={quote.priceLines.map(({ label, amount }) => ({
              label,
              price: amount.formatted,
            }))}
            total={quote.totalPrice.formatted}
          />
        )}
      </section>
    </>
  );
}

type Quote = NonNullable<OfferFieldsQuery$data['booking']>['quoteOffer'];

/** The server's price of these terms; undefined until loaded, or if they have no price. */
function useOfferQuote(id: string, values: OfferValues): Quote | undefined {
  const environment = useRelayEnvironment();
  const [known, setKnown] = useState<{ of: string; quote: Quote | undefined }>();
  const { offeredCheckIn: checkIn, offeredCheckOut: checkOut } = values;
  const cents = centsOf(values.offeredPricePerNight);
  const of = `${checkIn} ${checkOut} ${cents}`;
  useEffect(() => {
    if (!isDay(checkIn) || !isDay(checkOut) || cents === undefined) return;
    const request = fetchQuery<OfferFieldsQuery>(environment, offerQuery, {
      id,
      checkIn,
      checkOut,
      cents,
    }).subscribe({
      next: ({ booking }) => setKnown({ of, quote: booking?.quoteOffer }),
      // The server reports problems when the offer is sent.
      error: () => undefined,
    });
    return () => request.unsubscribe();
  }, [environment, id, checkIn, checkOut, cents, of]);
  return known?.of === of ? known.quote : undefined;
}

const offerQuery = graphql`
  query OfferFieldsQuery($id: ID!, $checkIn: Date!, $checkOut: Date!, $cents: Int!) {
    booking(id: $id) {
      quoteOffer(checkIn: $checkIn, checkOut: $checkOut, pricePerNightCents: $cents) {
        priceLines {
          label
          amount {
            formatted
          }
        }
        totalPrice {
          formatted
        }
      }
    }
  }
`;
