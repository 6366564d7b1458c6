import { Switch } from '#web/ui/material/Switch.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import type { ChangeEvent, ReactNode } from 'react';
import type { useForm } from '#web/ui/forms/useForm.ts';
import { PairRows } from './PairRows.tsx';
import { isFeed, weekFields, type ProviderForm } from './providerForms.ts';
import { kindWords } from '../runs/runWords.ts';
import { schedulePresets } from './schedule.ts';
import type { useProviderForm } from './useProviderForm.ts';

type ProviderFormState = ReturnType<typeof useProviderForm>;

interface ProviderFieldsProps {
  state: ProviderFormState;
  /** Whether a key is stored already. */
  hasKey: boolean;
}

export function ProviderFields({ state, hasKey }: ProviderFieldsProps) {
  const { field, values } = state.form;
  const { kind } = values;
  return (
    <>
      <TextField {...field('name')} label="Name" />
      <Choice {...field('kind')} label="Kind" id="provider-kind">
        {Object.entries(kindWords).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Choice>
      {kind !== 'ICALENDAR' && (
        <div className="whole-row">
          <TextField
            {...withHint(field('address'), addressHints[kind])}
            label="Address"
            placeholder="https://provider.example/weeks"
            type="url"
          />
          {kind === 'CSV_FEED' && (
            <p className="margin-0">
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
          {...withHint(
            field('key'),
            hasKey
              ? 'A key is stored and never shown; leave this empty to keep it. When the address changes to another server, enter the key again'
              : 'Sent with each request. It is stored encrypted and never shown again',
          )}
          label="Key"
          autoComplete="new-password"
        />
      </div>
      {hasKey && (
        <Toggle {...field('removesKey')} id="provider-removes-key" label="Remove the stored key" />
      )}
      {kind === 'JSON_FEED' && (
        <div className="whole-row">
          <TextField
            {...withHint(field('rowsPath'), 'Where the list is; empty: the document is the list')}
            label="Path of the list"
            placeholder="data.weeks"
          />
        </div>
      )}
      <PairFields state={state} />
      <ScheduleFields state={state} />
      <Toggle {...field('isEnabled')} id="provider-enabled" label="On: it can be synced" />
    </>
  );
}

/** The paths of a feed's fields, or the calendars of listings. */
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
    </>
  );
}

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

type FieldProps = ReturnType<ReturnType<typeof useForm<ProviderForm>>['field']>;

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
    <div className="whole-row row gap-3 medium">
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

/** Turns a switch's change into a text field's change, since form values are strings. */
const asText = (event: ChangeEvent<HTMLInputElement>): ChangeEvent<HTMLInputElement> =>
  ({ target: { value: event.target.checked ? 'true' : '' } }) as ChangeEvent<HTMLInputElement>;
