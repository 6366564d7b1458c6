import Button from '@mui/material/Button';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useState, type ChangeEvent, type ReactNode } from 'react';
import { graphql } from 'react-relay/hooks';
import type { ProviderDialogAddMutation } from '../../../__generated__/ProviderDialogAddMutation.graphql.ts';
import type { ProviderDialogUpdateMutation } from '../../../__generated__/ProviderDialogUpdateMutation.graphql.ts';
import { FormActions } from '../../../ui/forms/FormActions.tsx';
import { FormDialog, useFinishDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { FormFailure } from '../../../ui/forms/FormFailure.tsx';
import { showToast } from '../../../ui/feedback/toastStore.ts';
import { useForm } from '../../../ui/forms/useForm.ts';
import { fieldErrorsOf, type FieldErrors } from '../../../relay/fieldErrors.ts';
import { useMutation } from '../../../relay/useMutation.ts';
import { Stale } from '../_parts/Stale.tsx';
import type { Provider } from './inventoryPageLoader.ts';
import { PairRows } from './PairRows.tsx';
import styles from './ProviderDialog.module.css';
import {
  fieldsOf,
  formOf,
  isFeed,
  noProvider,
  pairErrorsOf,
  providerFieldNames,
  validatePairs,
  validateProvider,
  weekFields,
  type Pair,
  type PairErrors,
  type ProviderForm as ProviderValues,
} from './providerForms.ts';
import { kindWords } from './runWords.ts';
import { schedulePresets } from './schedule.ts';

interface ProviderDialogProps {
  /** The provider to edit; without it a provider is added. */
  provider?: Provider | undefined;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
  refresh: () => Promise<void>;
}

export default function ProviderDialog({ provider, refresh, ...dialog }: ProviderDialogProps) {
  return (
    <FormDialog title={provider ? 'Edit Provider' : 'Add Provider'} isWide {...dialog}>
      <ProviderForm
        // Resets the form after someone else's change.
        key={provider?.version}
        provider={provider}
        refresh={refresh}
      />
    </FormDialog>
  );
}

type ProviderFormProps = Pick<ProviderDialogProps, 'provider' | 'refresh'>;

function ProviderForm({ provider, refresh }: ProviderFormProps) {
  const [addProvider] = useMutation<ProviderDialogAddMutation>(graphql`
    mutation ProviderDialogAddMutation($input: CreateInventoryProviderInput!) {
      createInventoryProvider(input: $input) {
        __typename
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
        ... on ConflictError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);
  const [updateProvider] = useMutation<ProviderDialogUpdateMutation>(graphql`
    mutation ProviderDialogUpdateMutation($input: UpdateInventoryProviderInput!) {
      updateInventoryProvider(input: $input) {
        __typename
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
        ... on ConflictError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);
  const finish = useFinishDialog();
  const [failure, setFailure] = useState<string>();
  const [isOutdated, setIsOutdated] = useState(false);
  const [paths, setPaths] = useState<readonly Pair[]>(
    () => provider?.fieldPaths.map(({ field, path }, key) => ({ key, of: field, at: path })) ?? [],
  );
  const [calendars, setCalendars] = useState<readonly Pair[]>(
    () =>
      provider?.calendars.map(({ listingId, address }, key) => ({
        key,
        of: listingId,
        at: address,
      })) ?? [],
  );
  const [pairErrors, setPairErrors] = useState<Record<'paths' | 'calendars', PairErrors>>(noErrors);
  const words = provider
    ? { done: 'Provider updated', failed: 'Failed to update provider' }
    : { done: 'Provider added', failed: 'Failed to add provider' };

  const send = async (values: ProviderValues): Promise<FieldErrors<keyof ProviderValues>> => {
    setFailure(undefined);
    const found = {
      paths: isFeed(values.kind) ? validatePairs(paths, 'A path is required') : {},
      calendars:
        values.kind === 'ICALENDAR'
          ? validatePairs(calendars, 'A listing and an address are required')
          : {},
    };
    setPairErrors(found);
    if ([found.paths, found.calendars].some((errors) => Object.keys(errors).length > 0)) return {};
    const fields = fieldsOf(values, { paths, calendars });
    try {
      const answer = provider
        ? (
            await updateProvider({
              input: { providerId: provider.databaseId, version: provider.version, ...fields },
            })
          ).updateInventoryProvider
        : (await addProvider({ input: fields })).createInventoryProvider;
      if (answer?.__typename.endsWith('Payload')) {
        await refresh();
        finish({ title: words.done, description: fields.name });
        return {};
      }
      const fieldErrors = answer?.fieldErrors ?? [];
      const own = fieldErrors.filter(({ field }) => !field.includes('.'));
      let errors: FieldErrors<keyof ProviderValues> = fieldErrorsOf(providerFieldNames, own);
      if (values.schedule === 'own' && errors.schedule !== undefined) {
        errors = { ...errors, ownSchedule: errors.schedule };
      }
      const ofPairs = {
        paths: pairErrorsOf('fieldPaths', paths, fieldErrors),
        calendars: pairErrorsOf('calendars', calendars, fieldErrors),
      };
      setPairErrors(ofPairs);
      const isSaid = [errors, ofPairs.paths, ofPairs.calendars].some(
        (list) => Object.keys(list).length > 0,
      );
      setIsOutdated(fieldErrors.some(({ field }) => field === 'version'));
      // Refused fields show their own errors.
      if (isSaid) return errors;
      setFailure(answer?.message ?? words.failed);
    } catch (error) {
      setFailure((error instanceof Error && error.message) || words.failed);
    }
    showToast({ title: words.failed, description: 'Please try again', variant: 'destructive' });
    return {};
  };

  const form = useForm<ProviderValues>({
    initial: provider ? formOf(provider) : noProvider,
    validate: validateProvider,
    send,
  });
  const { formRef, field, submit, isSending, values } = form;
  const { kind } = values;
  return (
    <form
      ref={formRef}
      className={styles.form}
      method="post"
      onSubmit={submit}
      noValidate
      autoComplete="off"
      aria-label={provider ? 'Edit Provider' : 'Add Provider'}
    >
      <TextField {...field('name')} label="Name" />
      <Choice {...field('kind')} label="Kind" id="provider-kind">
        {Object.entries(kindWords).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Choice>
      {kind !== 'ICALENDAR' && (
        <div className={styles.wide}>
          <TextField
            {...withHint(field('address'), addressHints[kind])}
            label="Address"
            placeholder="https://provider.example/weeks"
            type="url"
          />
        </div>
      )}
      <div className={styles.wide}>
        <TextField
          type="password"
          {...withHint(
            field('key'),
            provider?.hasKey
              ? 'A key is stored and never shown; leave this empty to keep it. When the address changes to another server, enter the key again'
              : 'Sent with each request. It is stored encrypted and never shown again',
          )}
          label="Key"
          autoComplete="new-password"
        />
      </div>
      {provider?.hasKey && (
        <Toggle {...field('removesKey')} id="provider-removes-key" label="Remove the stored key" />
      )}
      {kind === 'JSON_FEED' && (
        <div className={styles.wide}>
          <TextField
            {...withHint(field('rowsPath'), 'Where the list is; empty: the document is the list')}
            label="Path of the list"
            placeholder="data.weeks"
          />
        </div>
      )}
      {isFeed(kind) && (
        <div className={styles.wide}>
          <PairRows
            title="Fields"
            hint="Where a row holds what. A field that is not listed has its own name, such as pricePerNight."
            labels={{
              of: 'Field',
              at: kind === 'CSV_FEED' ? 'Column' : 'Path',
            }}
            choices={weekFields}
            noun="Field"
            pairs={paths}
            errors={pairErrors.paths}
            onChange={setPaths}
          />
        </div>
      )}
      {kind === 'ICALENDAR' && (
        <div className={styles.wide}>
          <PairRows
            title="Calendars"
            hint="Of each listing the address of its calendar; nights that are taken there can't be booked here."
            labels={{ of: 'Listing id or link', at: 'Calendar address' }}
            noun="Calendar"
            pairs={calendars}
            errors={pairErrors.calendars}
            onChange={setCalendars}
          />
        </div>
      )}
      <Choice {...field('schedule')} label="Schedule" id="provider-schedule">
        {schedulePresets.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value="own">Own schedule…</option>
      </Choice>
      {values.schedule === 'own' && (
        <TextField
          {...withHint(field('ownSchedule'), 'As in a crontab, in UTC')}
          label="Own schedule"
          placeholder="30 4 * * 1"
        />
      )}
      <Toggle {...field('isEnabled')} id="provider-enabled" label="On: it can be synced" />
      <div className={styles.wide}>
        <FormFailure message={failure} />
        {isOutdated && <Stale onLoad={refresh} />}
      </div>
      <FormActions>
        <Button
          type="submit"
          variant="contained"
          color="secondary"
          size="large"
          aria-busy={isSending}
        >
          {isSending ? 'Saving…' : provider ? 'Save Provider' : 'Add Provider'}
        </Button>
      </FormActions>
    </form>
  );
}

const noErrors = { paths: {}, calendars: {} };

const addressHints: Readonly<Record<string, string>> = {
  JSON_FEED: 'Of the document with the list of weeks',
  CSV_FEED: 'Of the file; its first line names its columns',
  TIDEWEEK: 'Of the other site, such as https://tideweek.example',
};

/** Shows the hint unless there is an error. */
const withHint = <TProps extends { helperText: string | undefined }>(
  props: TProps,
  hint: string | undefined,
): TProps => ({ ...props, helperText: props.helperText ?? hint });

type FieldProps = ReturnType<ReturnType<typeof useForm<ProviderValues>>['field']>;

interface ChoiceProps extends FieldProps {
  id: string;
  label: string;
  children: ReactNode;
}

function Choice({ id, ...props }: ChoiceProps) {
  return (
    <TextField
      {...props}
      select
      slotProps={{
        select: { native: true },
        htmlInput: { id },
        inputLabel: { htmlFor: id },
      }}
    />
  );
}

interface ToggleProps extends FieldProps {
  id: string;
  label: string;
}

function Toggle({ id, name, value, label, onChange }: ToggleProps) {
  return (
    <div className={`${styles.wide} ${styles.switch}`}>
      <Switch
        id={id}
        name={name}
        checked={value === 'true'}
        onChange={(event) => onChange(asText(event))}
      />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}

/** Turns a switch's change into that of a text field, since form values are strings. */
const asText = (event: ChangeEvent<HTMLInputElement>): ChangeEvent<HTMLInputElement> =>
  ({ target: { value: event.target.checked ? 'true' : '' } }) as ChangeEvent<HTMLInputElement>;
