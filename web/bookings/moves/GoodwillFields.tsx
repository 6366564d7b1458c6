import { Choices } from '#web/ui/forms/fields/Choices.tsx';
import type { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import { centsOf } from './centsOf.ts';

export interface GoodwillValues {
  goodwillTo: string;
  /** In dollars, as typed. */
  goodwillCents: string;
  bankReference: string;
}

export const noGoodwill: GoodwillValues = { goodwillTo: '', goodwillCents: '', bankReference: '' };

export const goodwillProblems = (values: GoodwillValues) => ({
  ...(values.goodwillTo === '' && { goodwillTo: 'Choose who gets it' }),
  ...(!centsOf(values.goodwillCents) && { goodwillCents: 'Say how much, in dollars' }),
  ...(values.goodwillTo === 'TRAVELER' &&
    values.bankReference.trim() === '' && {
      bankReference: 'Enter the reference of the bank transfer',
    }),
});

export const goodwillOf = ({ goodwillTo, goodwillCents, bankReference }: GoodwillValues) => ({
  goodwillTo: goodwillTo === 'OWNER' ? ('OWNER' as const) : ('TRAVELER' as const),
  goodwillCents: centsOf(goodwillCents) ?? null,
  bankReference: goodwillTo === 'TRAVELER' ? bankReference : null,
});

interface GoodwillFieldsProps {
  values: GoodwillValues;
  field: (name: keyof GoodwillValues) => ReturnType<ReturnType<typeof useForm>['field']>;
}

export function GoodwillFields({ values, field }: GoodwillFieldsProps) {
  return (
    <>
      <Choices
        {...field('goodwillTo')}
        legend="Who gets it"
        choices={[
          { value: 'TRAVELER', label: 'The traveler, by a bank transfer that was made' },
          { value: 'OWNER', label: 'The owner, with the next payout' },
        ]}
      />
      <TextField
        {...field('goodwillCents')}
        label="Amount in dollars"
        required
        autoComplete="off"
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
      />
      {values.goodwillTo === 'TRAVELER' && (
        <TextField
          {...field('bankReference')}
          label="Reference of the bank transfer"
          required
          autoComplete="off"
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
      )}
    </>
  );
}
