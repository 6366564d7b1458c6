import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Form, FormActions, FormFailure, SubmitButton } from '#web/ui/forms/Form.tsx';
import { Stale } from '#web/admin/Stale.tsx';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';
import type { Provider } from '../provider.ts';
import styles from './ProviderDialog.module.css';
import { useProviderForm } from './useProviderForm.ts';
import { ChoiceField } from '#web/ui/forms/fields/ChoiceField.tsx';
import { optionsOf } from '#web/ui/forms/fields/Select.tsx';
import { SwitchField } from '#web/ui/forms/fields/SwitchField.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { PairRows } from './PairRows.tsx';
import { isFeed, weekFields } from './providerForms.ts';
import { kindWords } from '../runs/runWords.ts';
import { schedulePresets } from './schedule.ts';

/** Edits the provider of a row; without a row a provider is added. */
export default function ProviderDialog(props: RowDialogProps<Provider>) {
  const { row: provider, refresh } = props;
  return (
    <FormDialog title={provider ? 'Edit Provider' : 'Add Provider'} isWide {...props}>
      <ProviderForm
        // Resets the form after someone else's change.
        key={provider?.version}
        provider={provider}
        refresh={refresh}
      />
    </FormDialog>
  );
}

interface ProviderFormProps {
  provider: Provider | undefined;
  refresh: () => Promise<void>;
}

function ProviderForm({ provider, refresh }: ProviderFormProps) {
  const state = useProviderForm(provider, refresh);
  return (
    <Form
      form={state.form}
      label={provider ? 'Edit Provider' : 'Add Provider'}
      className={styles.form}
      autoComplete="off"
    >
      <ProviderFields state={state} hasKey={provider?.hasKey === true} />
      <div className="whole-row">
        <FormFailure message={state.failure} />
        {state.isStale && <Stale onLoad={refresh} />}
      </div>
      <FormActions>
        <SubmitButton isSending={state.form.isSending}>
          {provider ? 'Save Provider' : 'Add Provider'}
        </SubmitButton>
      </FormActions>
    </Form>
  );
}

type ProviderFormState = ReturnType<typeof useProviderForm>;

function ProviderFields({ state, hasKey }: { state: ProviderFormState; hasKey: boolean }) {
  const { field, values } = state.form;
  const { kind } = values;
  return (
    <>
      <TextField {...field('name')} label="Name" />
      <ChoiceField {...field('kind')} label="Kind">
        {optionsOf(Object.entries(kindWords).map(([value, label]) => ({ value, label })))}
      </ChoiceField>
      {kind !== 'ICALENDAR' && (
        <div className="whole-row">
          <TextField
            {...field('address', addressHints[kind])}
            label="Address"
            placeholder="https://provider.example/weeks"
            type="url"
          />
          {kind === 'CSV_FEED' && (
            <p className={styles.template}>
              <a href="/api/admin/inventory/template" download>
                Download a template
              </a>
            </p>
          )}
        </div>
      )}
      <div className="whole-row">
        <TextField
          type="password"
          {...field(
            'key',
            hasKey
              ? 'A key is stored and never shown; leave this empty to keep it. When the address changes to another server, enter the key again'
              : 'Sent with each request. It is stored encrypted and never shown again',
          )}
          label="Key"
          autoComplete="new-password"
        />
      </div>
      {hasKey && (
        <SwitchField
          {...field('removesKey')}
          label="Remove the stored key"
          className="row gap-3 whole-row medium"
        />
      )}
      {kind === 'JSON_FEED' && (
        <div className="whole-row">
          <TextField
            {...field('rowsPath', 'Where the list is; empty: the document is the list')}
            label="Path of the list"
            placeholder="data.weeks"
          />
        </div>
      )}
      <PairFields state={state} />
      <ScheduleFields state={state} />
      <SwitchField
        {...field('isEnabled')}
        label="On: it can be synced"
        className="row gap-3 whole-row medium"
      />
    </>
  );
}

function PairFields({ state }: { state: ProviderFormState }) {
  const { paths, setPaths, calendars, setCalendars, pairErrors } = state;
  const { kind } = state.form.values;
  return (
    <>
      {isFeed(kind) && (
        <div className="whole-row">
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
        <div className="whole-row">
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
    </>
  );
}

function ScheduleFields({ state }: { state: ProviderFormState }) {
  const { field, values } = state.form;
  return (
    <>
      <ChoiceField {...field('schedule')} label="Schedule">
        {optionsOf(schedulePresets)}
        <option value="own">Own schedule…</option>
      </ChoiceField>
      {values.schedule === 'own' && (
        <TextField
          {...field('ownSchedule', 'As in a crontab, in UTC')}
          label="Own schedule"
          placeholder="30 4 * * 1"
        />
      )}
    </>
  );
}

const addressHints: Readonly<Record<string, string>> = {
  JSON_FEED: 'Of the document with the list of weeks',
  CSV_FEED: 'Of the file; its first line names its columns',
  TIDEWEEK: 'Of the other site, such as https://tideweek.example',
};
