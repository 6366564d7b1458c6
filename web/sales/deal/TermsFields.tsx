import type { useForm } from '#web/ui/forms/useForm.ts';
import { ChoiceField } from '#web/ui/forms/fields/ChoiceField.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { centsOf } from '#web/bookings/moves/centsOf.ts';
import { costShare } from '#common/costShare.ts';
import { formatMoney } from '#common/money.ts';
import type { TermsValues } from './typedTerms.ts';

interface TermsFieldsProps {
  form: Pick<ReturnType<typeof useForm<TermsValues>>, 'field' | 'values'>;
  currency: string;
  /** The next yearly fee in cents, if the listing says it. */
  maintenanceFee: number | undefined;
}

/** The fields of an offer or a counter-offer, with what it comes to. */
export function TermsFields({
  form: { field, values },
  currency,
  maintenanceFee,
}: TermsFieldsProps) {
  return (
    <>
      <TextField {...field('price')} label="Price in dollars" required {...amount} />
      <TextField
        {...field('deposit', 'The part of the price that the buyer pays first; 0 for none')}
        label="Deposit in dollars"
        required
        {...amount}
      />
      <TextField
        {...field('firstUseYear', 'The first year in which the buyer stays there')}
        label="First year of use"
        required
        {...year}
      />
      <TextField
        {...field('closingCosts', 'Title search, deed and recording. Empty if not known yet')}
        label="Closing costs in dollars"
        {...amount}
      />
      <Payer {...field('closingCostsBy')} label="Who pays the closing costs?" />
      <TextField
        {...field('transferFee', 'What the resort asks for. Empty if not known yet')}
        label="Transfer fee in dollars"
        {...amount}
      />
      <Payer {...field('transferFeeBy')} label="Who pays the transfer fee?" />
      <Payer
        {...field(
          'maintenanceFeeBy',
          maintenanceFee === undefined
            ? 'The listing does not say how much it is'
            : `${formatMoney({ amount: maintenanceFee, currency })}, as the listing says`,
        )}
        label="Who pays the next maintenance fee?"
      />
      <ChoiceField
        {...field('bookedWeeksGoTo', 'Weeks that travelers booked before the transfer')}
        label="Who gets weeks that are already booked?"
      >
        <option value="SELLER">The seller hosts them and is paid</option>
        <option value="BUYER">The buyer, with what travelers pay</option>
      </ChoiceField>
      <TextField
        {...field('closingOn', '14 to 365 days from today')}
        label="Wanted closing day"
        type="date"
        required
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextField
        {...field('note', 'Phone numbers and addresses are hidden until terms are accepted')}
        label="What else do you offer?"
        multiline
        minRows={3}
        maxRows={10}
        slotProps={{ htmlInput: { maxLength: 2_000 } }}
      />
      <Sums values={values} currency={currency} maintenanceFee={maintenanceFee} />
    </>
  );
}

const amount = {
  autoComplete: 'off',
  slotProps: { htmlInput: { inputMode: 'decimal' } },
} as const;

const year = {
  autoComplete: 'off',
  slotProps: { htmlInput: { inputMode: 'numeric', maxLength: 4 } },
} as const;

type Field = ReturnType<TermsFieldsProps['form']['field']>;

const Payer = (props: Field & { label: string }) => (
  <ChoiceField {...props}>
    <option value="BUYER">The buyer</option>
    <option value="SELLER">The seller</option>
    <option value="SPLIT">Half each</option>
  </ChoiceField>
);

interface SumsProps extends Omit<TermsFieldsProps, 'form'> {
  values: TermsValues;
}

/** What both sides pay and get by the typed terms, as in the term sheet of the server. */
function Sums({ values, currency, maintenanceFee = 0 }: SumsProps) {
  const price = centsOf(values.price);
  const costs = [
    [centsOf(values.closingCosts), values.closingCostsBy],
    [centsOf(values.transferFee), values.transferFeeBy],
    [maintenanceFee, values.maintenanceFeeBy],
  ] as const;
  const costsOf = (side: 'buyer' | 'seller') =>
    costs.reduce(
      (sum, [cents = 0, by]) =>
        sum + costShare(cents, by.toLowerCase() as 'buyer' | 'seller' | 'split', side),
      0,
    );
  return (
    <section className="padding-4 rounded on-foam" aria-label="What it comes to" aria-live="polite">
      {price === undefined ? (
        <p>Type a price to see what both sides pay and get.</p>
      ) : (
        <>
          <p>
            The buyer pays{' '}
            <strong>{formatMoney({ amount: price + costsOf('buyer'), currency })}</strong> in all.
          </p>
          <p>
            The seller gets{' '}
            <strong>{formatMoney({ amount: price - costsOf('seller'), currency })}</strong>.
          </p>
          <p className="quiet">Costs that are not known yet are not in these sums.</p>
        </>
      )}
    </section>
  );
}
