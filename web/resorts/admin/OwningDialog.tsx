import { Suspense, useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import type { OwningDialogDeedBackMutation } from '#web/__generated__/OwningDialogDeedBackMutation.graphql.ts';
import type { OwningDialogFeeMutation } from '#web/__generated__/OwningDialogFeeMutation.graphql.ts';
import type { OwningDialogQuery } from '#web/__generated__/OwningDialogQuery.graphql.ts';
import type { OwningDialog_owning$data } from '#web/__generated__/OwningDialog_owning.graphql.ts';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';
import { centsOf } from '#web/bookings/moves/centsOf.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { PageForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { formatDay } from '#web/ui/words/dates.ts';
import { plural } from '#common/numbers.ts';
import type { ResortRow } from './resortForms.ts';

type Owning = Omit<OwningDialog_owning$data, ' $fragmentType'>;

void graphql`
  fragment OwningDialog_owning on ResortOwning {
    fees {
      bedrooms
      year
      source
      fee {
        formatted
      }
    }
    deedBack {
      terms
      source
      recordedOn
    }
  }
`;

/** The yearly fees of a resort, and how it takes timeshares back. */
export default function OwningDialog(props: RowDialogProps<ResortRow>) {
  const { row: resort } = props;
  return (
    <FormDialog title={`Costs of owning at ${resort?.name ?? 'the resort'}`} isWide {...props}>
      <Suspense fallback={<Skeleton height="320px" radius="14px" />}>
        {resort && <Recorded resortId={resort.databaseId} />}
      </Suspense>
    </FormDialog>
  );
}

function Recorded({ resortId }: { resortId: string }) {
  const { resortOwning } = useLazyLoadQuery<OwningDialogQuery>(
    graphql`
      query OwningDialogQuery($id: ID!) {
        resortOwning(resortId: $id) {
          ...OwningDialog_owning @relay(mask: false)
        }
      }
    `,
    { id: resortId },
    { fetchPolicy: 'network-only' },
  );
  const [changed, setChanged] = useState<Owning>();
  const owning = changed ?? resortOwning;
  return (
    owning && (
      <div className="stack gap-6">
        <Fees resortId={resortId} fees={owning.fees} onChange={setChanged} />
        <Programme
          // Starts from what was saved.
          key={owning.deedBack?.terms}
          resortId={resortId}
          deedBack={owning.deedBack}
          onChange={setChanged}
        />
      </div>
    )
  );
}

interface FeesProps {
  resortId: string;
  fees: Owning['fees'];
  onChange: (owning: Owning) => void;
}

const noFee = { year: '', bedrooms: '', cents: '', source: '' };

function Fees({ resortId, fees, onChange }: FeesProps) {
  const [setFee] = useCommand<OwningDialogFeeMutation>(graphql`
    mutation OwningDialogFeeMutation($input: SetResortFeeInput!) {
      setResortFee(input: $input) {
        ... on SetResortFeePayload {
          owning {
            ...OwningDialog_owning @relay(mask: false)
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm({
    initial: noFee,
    validate: ({ year, bedrooms, cents, source }) => ({
      ...(!/^\d{4}$/.test(year.trim()) && { year: 'Say the year' }),
      ...(!/^\d{1,2}$/.test(bedrooms.trim()) && {
        bedrooms: 'Say how many bedrooms; 0 for a studio',
      }),
      ...(centsOf(cents) === undefined && { cents: 'Say the fee, such as 1,240.50' }),
      ...(source.trim() === '' && { source: 'Say where you read it' }),
    }),
    send: async ({ year, bedrooms, cents, source }) => {
      const size = { year: Number(year), bedrooms: Number(bedrooms) };
      const fee = { cents: centsOf(cents) ?? 0, source };
      const { owning } = await setFee({ input: { resortId, ...size, fee } });
      onChange(owning);
      // The next fee is often of the same size, from the same paper.
      form.change({ year: '', cents: '' });
      showToast({ title: `Fee of ${year} saved` });
    },
    fallbackMessage: 'The fee could not be saved. Please try again',
  });
  return (
    <section className="stack gap-3" aria-labelledby="recorded-fees">
      <h3 id="recorded-fees" className="text-18">
        Yearly fees
      </h3>
      <PageForm form={form} label="Record a fee" className="stack gap-3 to-left" submit="Save Fee">
        <TextField
          {...form.field('year')}
          label="Year"
          required
          autoComplete="off"
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
        />
        <TextField
          {...form.field('bedrooms', '0 for a studio')}
          label="Bedrooms"
          required
          autoComplete="off"
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 2 } }}
        />
        <TextField
          {...form.field('cents', 'US dollars, for a week in every year, with taxes')}
          label="Fee"
          required
          autoComplete="off"
          slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 12 } }}
        />
        <TextField
          {...form.field('source', 'For example: budget letter to owners, November')}
          label="Source"
          required
          autoComplete="off"
        />
      </PageForm>
      {fees.length === 0 && <p className="quiet">No fees recorded yet.</p>}
      <ul className="stack gap-2" aria-label="Recorded fees">
        {fees.map(({ year, bedrooms, fee, source }) => {
          const name = `${year}, ${bedrooms === 0 ? 'studio' : plural(bedrooms, 'bedroom')}`;
          return (
            <li key={name} className="row wrap between gap-3 padding-4 tile">
              <p className="breaks">
                <strong>{name}</strong>: {fee.formatted} <span className="quiet">({source})</span>
              </p>
              <ActionButton
                variant="quiet"
                aria-label={`Remove the fee of ${name}`}
                failed="The fee could not be removed"
                busy="Removing…"
                run={async () => {
                  const { owning } = await setFee({ input: { resortId, year, bedrooms } });
                  onChange(owning);
                  return { title: `Fee of ${name} removed` };
                }}
              >
                Remove
              </ActionButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface ProgrammeProps {
  resortId: string;
  deedBack: Owning['deedBack'];
  onChange: (owning: Owning) => void;
}

function Programme({ resortId, deedBack, onChange }: ProgrammeProps) {
  const [setDeedBack] = useCommand<OwningDialogDeedBackMutation>(graphql`
    mutation OwningDialogDeedBackMutation($input: SetDeedBackInput!) {
      setDeedBack(input: $input) {
        ... on SetDeedBackPayload {
          owning {
            ...OwningDialog_owning @relay(mask: false)
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm({
    initial: { terms: deedBack?.terms ?? '', source: deedBack?.source ?? '' },
    validate: ({ terms, source }) => ({
      ...(terms.trim() !== '' && source.trim() === '' && { source: 'Say where you read it' }),
    }),
    send: async ({ terms, source }) => {
      const { owning } = await setDeedBack({ input: { resortId, terms, source } });
      onChange(owning);
      showToast({ title: terms.trim() === '' ? 'Programme removed' : 'Programme saved' });
    },
    fallbackMessage: 'The programme could not be saved. Please try again',
  });
  return (
    <section className="stack gap-3" aria-labelledby="deed-back">
      <h3 id="deed-back" className="text-18">
        Taking timeshares back
      </h3>
      <PageForm
        form={form}
        label="Deed-back programme"
        className="stack gap-3 to-left"
        submit="Save Programme"
      >
        <TextField
          {...form.field(
            'terms',
            'Who may give a timeshare back, and how; empty if there is no programme',
          )}
          label="Terms"
          multiline
          minRows={2}
        />
        <TextField {...form.field('source')} label="Source" autoComplete="off" />
      </PageForm>
      {deedBack && <p className="quiet">Recorded on {formatDay(deedBack.recordedOn)}.</p>}
    </section>
  );
}
