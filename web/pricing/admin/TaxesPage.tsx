import { graphql } from 'react-relay/hooks';
import type { TaxesPageQuery } from '#web/__generated__/TaxesPageQuery.graphql.ts';
import { definePage, type FrameProps, type PageProps } from '#web/page/definePage.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { GuardedPage } from '#web/ui/dialogs/useLeaveGuard.tsx';
import { AdminFrame, AdminSkeleton } from '#web/admin/frame/AdminFrame.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import styles from './TaxesPage.module.css';
import type { TaxesPageMutation } from '#web/__generated__/TaxesPageMutation.graphql.ts';
import { isOutdated } from '#web/relay/refusal.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { SwitchField } from '#web/ui/forms/fields/SwitchField.tsx';
import { FormFailure } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import { plural } from '#common/numbers.ts';
import { bpsOf, percentOf, rateProblem } from './rates.ts';

const title = 'Occupancy Taxes';

const taxesPageQuery = graphql`
  query TaxesPageQuery {
    ...AppShell_query
    occupancyTaxes {
      id
      destination
      rateBps
      keepsTaxWhenCancelled
      resortCount
      version
    }
  }
`;

export const page = definePage<TaxesPageQuery>({
  path: '/admin/taxes',
  access: 'admin',
  query: taxesPageQuery,
  frame: ({ children }: FrameProps<TaxesPageQuery>) => <GuardedPage>{children}</GuardedPage>,
  meta: { title },
  skeleton: <AdminSkeleton title={title} />,
  component: Taxes,
});

function Taxes({ data: { occupancyTaxes }, reference }: PageProps<TaxesPageQuery>) {
  const refresh = useRefresh(taxesPageQuery, reference);
  return (
    <AdminFrame
      title={title}
      subtitle="A share of nights and cleaning fee, by destination. It is given back with a cancelled stay, unless the destination keeps it. Booked stays keep their terms; all others follow within minutes."
      actions={<BackLink to="/admin/settings?tab=general">Settings</BackLink>}
    >
      {occupancyTaxes?.length ? (
        <ul className={`stack gap-3 ${styles.list}`} aria-label={title}>
          {occupancyTaxes.map((tax) => (
            <TaxRow key={tax.id} tax={tax} onOutdated={refresh} />
          ))}
        </ul>
      ) : (
        <EmptyState
          title="No destinations yet"
          text="The destination of the first resort is listed here."
        />
      )}
    </AdminFrame>
  );
}

type Tax = NonNullable<TaxesPageQuery['response']['occupancyTaxes']>[number];

interface TaxRowProps {
  tax: Tax;
  onOutdated: () => Promise<void>;
}

function TaxRow({ tax, onOutdated }: TaxRowProps) {
  return (
    <li className={styles.row}>
      <div>
        <h2>{tax.destination}</h2>
        <p className="soft">{plural(tax.resortCount, 'resort')}</p>
      </div>
      <RateForm key={tax.version} tax={tax} onOutdated={onOutdated} />
    </li>
  );
}

function RateForm({ tax, onOutdated }: TaxRowProps) {
  const { id, destination, rateBps, keepsTaxWhenCancelled, version } = tax;
  const kept = keepsTaxWhenCancelled ? 'true' : '';
  const [setTaxRate] = useCommand<TaxesPageMutation>(graphql`
    mutation TaxesPageMutation($input: SetTaxRateInput!) {
      setTaxRate(input: $input) {
        ... on SetTaxRatePayload {
          tax {
            rateBps
            keepsTaxWhenCancelled
            version
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm<{ rate: string; kept: string }>({
    initial: { rate: percentOf(rateBps), kept },
    validate: ({ rate }) => {
      const problem = rateProblem(rate);
      return problem === undefined ? {} : { rate: problem };
    },
    send: async (asked) => {
      const input = {
        taxId: id,
        version,
        rateBps: bpsOf(asked.rate) ?? 0,
        keepsTaxWhenCancelled: asked.kept === 'true',
      };
      await setTaxRate({ input });
      showToast({ title: `Tax of ${destination} saved` });
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
        aria-label={`Save the tax in ${destination}`}
        aria-busy={isSending}
        disabled={values.rate === percentOf(rateBps) && values.kept === kept}
      >
        Save
      </Button>
      <SwitchField
        {...field('kept')}
        className={`row gap-3 ${styles.kept}`}
        label="Keep tax of cancelled stays, in proportion"
      />
      <FormFailure message={failure} />
    </form>
  );
}
