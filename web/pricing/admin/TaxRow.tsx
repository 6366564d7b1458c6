import { graphql, useFragment } from 'react-relay/hooks';
import type { TaxRow_tax$data, TaxRow_tax$key } from '#web/__generated__/TaxRow_tax.graphql.ts';
import type { TaxRowMutation } from '#web/__generated__/TaxRowMutation.graphql.ts';
import { isOutdated } from '#web/relay/refusal.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { FormFailure } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import { plural } from '#common/numbers.ts';
import styles from './TaxesPage.module.css';
import { bpsOf, percentOf, rateProblem } from './rates.ts';

interface TaxRowProps {
  tax: TaxRow_tax$key;
  onOutdated: () => Promise<void>;
}

export function TaxRow({ tax, onOutdated }: TaxRowProps) {
  const data = useFragment<TaxRow_tax$key>(
    graphql`
      fragment TaxRow_tax on OccupancyTax {
        id
        destination
        rateBps
        resortCount
        version
      }
    `,
    tax,
  );
  return (
    <li className={styles.row}>
      <div>
        <h2>{data.destination}</h2>
        <p className="soft">{plural(data.resortCount, 'resort')}</p>
      </div>
      <RateForm key={data.version} tax={data} onOutdated={onOutdated} />
    </li>
  );
}

interface RateFormProps {
  tax: TaxRow_tax$data;
  onOutdated: () => Promise<void>;
}

function RateForm({ tax, onOutdated }: RateFormProps) {
  const { id, destination, rateBps, version } = tax;
  const [setTaxRate] = useCommand<TaxRowMutation>(graphql`
    mutation TaxRowMutation($input: SetTaxRateInput!) {
      setTaxRate(input: $input) {
        ... on SetTaxRatePayload {
          tax {
            ...TaxRow_tax
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm<{ rate: string }>({
    initial: { rate: percentOf(rateBps) },
    validate: ({ rate }) => {
      const problem = rateProblem(rate);
      return problem === undefined ? {} : { rate: problem };
    },
    send: async ({ rate }) => {
      const input = { taxId: id, version, rateBps: bpsOf(rate) ?? 0 };
      await setTaxRate({ input });
      showToast({ title: `Tax rate of ${destination} saved` });
    },
    fieldOf: (field) => (field.endsWith('rateBps') ? 'rate' : field),
    fallbackMessage: 'The rate could not be saved. Please try again',
    onFailure: ({ error, message }) => {
      if (!isOutdated(error)) return;
      showToast({ title: `${destination} was not saved`, description: message });
      void onOutdated();
    },
  });
  const { formRef, values, field, submit, isSending, failure } = form;
  return (
    <form
      ref={formRef}
      className={`main-and-end gap-3 at-top ${styles.rate}`}
      method="post"
      onSubmit={submit}
      noValidate
    >
      <TextField
        {...field('rate')}
        label={`Rate in ${destination}`}
        autoComplete="off"
        slotProps={{
          htmlInput: { inputMode: 'decimal', maxLength: 10 },
          input: { endAdornment: <span className={styles.percent}>%</span> },
        }}
      />
      <Button
        type="submit"
        variant="contained"
        aria-label={`Save the rate in ${destination}`}
        aria-busy={isSending}
        disabled={values.rate === percentOf(rateBps)}
      >
        Save
      </Button>
      <FormFailure message={failure} />
    </form>
  );
}
