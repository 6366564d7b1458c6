import { useState, type ReactNode } from 'react';
import { graphql } from 'react-relay/hooks';
import type { ResortDialogAddMutation } from '#web/__generated__/ResortDialogAddMutation.graphql.ts';
import type { ResortDialogUpdateMutation } from '#web/__generated__/ResortDialogUpdateMutation.graphql.ts';
import { FormDialog, useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { showFailure } from '#web/ui/feedback/showFailure.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { newKey } from '#web/ui/forms/useIdempotencyKeys.ts';
import { isOutdated } from '#web/relay/refusal.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Stale } from '#web/admin/Stale.tsx';
import {
  changedFields,
  formOf,
  noResort,
  validateResort,
  type ResortForm as ResortValues,
  type ResortRow,
  type ResortForm,
} from './resortForms.ts';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { ChoiceField } from '#web/ui/forms/fields/ChoiceField.tsx';
import { Form, FormActions, FormFailure, SubmitButton } from '#web/ui/forms/Form.tsx';
import { SwitchField } from '#web/ui/forms/fields/SwitchField.tsx';
import { PictureField } from './pictures/PictureField.tsx';
import styles from './ResortFields.module.css';

export default function ResortDialog(props: RowDialogProps<ResortRow>) {
  const { row: resort, refresh } = props;
  return (
    <FormDialog title={resort ? 'Edit Resort' : 'Add New Resort'} isWide {...props}>
      <ResortForm
        // Resets the form after someone else's change.
        key={resort?.version}
        resort={resort}
        refresh={refresh}
      />
    </FormDialog>
  );
}

interface ResortFormProps {
  resort: ResortRow | undefined;
  refresh: () => Promise<void>;
}

function ResortForm({ resort, refresh }: ResortFormProps) {
  const [addResort] = useCommand<ResortDialogAddMutation>(resortDialogAddMutation);
  const [updateResort] = useCommand<ResortDialogUpdateMutation>(resortDialogUpdateMutation);
  const finish = useFinishDialog();
  const [isStale, setIsStale] = useState(false);
  const [idempotencyKey] = useState(newKey);
  const [before] = useState(() => (resort ? formOf(resort) : noResort));
  const words = resort
    ? { done: 'Resort updated', failed: 'Failed to update resort' }
    : { done: 'Resort added', failed: 'Failed to create resort' };

  const form = useForm<ResortValues>({
    initial: before,
    validate: (values) => validateResort(values, before),
    send: async (values) => {
      const fields = changedFields(values, before);
      await (resort
        ? updateResort({
            input: { resortId: resort.databaseId, version: resort.version, fields },
          })
        : addResort({ input: { fields, idempotencyKey } }));
      await refresh();
      finish({ title: words.done, description: values.name });
    },
    fallbackMessage: words.failed,
    onFailure: ({ error, isAtField }) => {
      setIsStale(isOutdated(error));
      if (isAtField) return;
      showFailure(words.failed, undefined);
    },
  });
  return (
    <ResortFields
      form={form}
      label={resort ? 'Edit Resort' : 'Add New Resort'}
      submitLabel={resort ? 'Save Resort' : 'Add Resort'}
    >
      {isStale && <Stale onLoad={refresh} />}
    </ResortFields>
  );
}

const resortDialogAddMutation = graphql`
  mutation ResortDialogAddMutation($input: CreateResortInput!) {
    createResort(input: $input) {
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

const resortDialogUpdateMutation = graphql`
  mutation ResortDialogUpdateMutation($input: UpdateResortInput!) {
    updateResort(input: $input) {
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

interface ResortFieldsProps {
  form: ReturnType<typeof useForm<ResortForm>>;
  label: string;
  submitLabel: string;
  children: ReactNode;
}

function ResortFields(props: ResortFieldsProps) {
  const { form, label, submitLabel, children } = props;
  return (
    <Form form={form} label={label} className={styles.form} autoComplete="off">
      <PublicFields form={form} />
      <PlaceFields form={form} />
      <WeekFields form={form} />
      <div className="whole-row">
        <FormFailure message={form.failure} />
        {children}
      </div>
      <FormActions>
        <SubmitButton isSending={form.isSending}>{submitLabel}</SubmitButton>
      </FormActions>
    </Form>
  );
}

type SectionProps = Pick<ResortFieldsProps, 'form'>;

function PublicFields({ form: { field } }: SectionProps) {
  return (
    <>
      <div className="whole-row">
        <TextField {...field('name')} label="Name" />
      </div>
      <TextField {...field('location')} label="Location" placeholder="Camden, Maine" />
      <TextField {...field('destination')} label="Destination" placeholder="Maine" />
      <div className="whole-row">
        <TextField {...field('description')} label="Description" multiline minRows={3} />
      </div>
      <div className="whole-row">
        <PictureField {...field('imageUrl')} />
      </div>
      <div className="whole-row">
        <TextField
          {...field('amenities', 'Words with commas between')}
          label="Amenities"
          placeholder="Pool, Beach Access, Spa"
        />
      </div>
      <TextField {...field('priceMin')} label="Lowest price a night ($)" inputMode="numeric" />
      <TextField {...field('priceMax')} label="Highest price a night ($)" inputMode="numeric" />
      <TextField
        {...field('rating')}
        label="Rating"
        type="number"
        slotProps={{ htmlInput: { min: 0, max: 5, step: 0.1 } }}
      />
      <TextField {...field('availableRentals')} label="Available rentals" inputMode="numeric" />
      <SwitchField
        {...field('isNewAvailability')}
        label="New availability"
        className="row gap-3 whole-row medium"
      />
    </>
  );
}

function PlaceFields({ form: { field } }: SectionProps) {
  return (
    <>
      <h3 className="whole-row">Brand and place</h3>
      <TextField {...field('brand')} label="Brand" placeholder="Independent" />
      <TextField
        {...field('brandAliases', 'Other words for the brand, of all its resorts')}
        label="Aliases"
        placeholder="dvc, disney"
      />
      <TextField {...field('city')} label="City" />
      <TextField {...field('region')} label="State or region" />
      <TextField {...field('country')} label="Country" />
      <TextField
        {...field('timezone', 'Found from the coordinates if left blank')}
        label="Time zone"
        placeholder="America/New_York"
      />
      <TextField {...field('latitude')} label="Latitude" inputMode="decimal" placeholder="44.21" />
      <TextField
        {...field('longitude')}
        label="Longitude"
        inputMode="decimal"
        placeholder="-69.06"
      />
    </>
  );
}

function WeekFields({ form: { field } }: SectionProps) {
  return (
    <>
      <h3 className="whole-row">Guest certificates</h3>
      <TextField
        {...field(
          'certificateEmail',
          'Is mailed a link to confirm each certificate; blank if our team does',
        )}
        label="Address for certificates"
        type="email"
      />
      <TextField
        {...field('certificateLeadDays', 'Before check-in; blank for the setting of the site')}
        label="Days to issue a certificate"
        inputMode="numeric"
      />
      <h3 className="whole-row">Weeks</h3>
      <ChoiceField {...field('weekRule')} label="Weeks begin on">
        <option value="FRIDAY">Friday</option>
        <option value="SATURDAY">Saturday</option>
        <option value="SUNDAY">Sunday</option>
      </ChoiceField>
      <TextField
        {...field('seasons', 'A season and its weeks on each line')}
        label="Season calendar"
        placeholder="Red 1-8, 50-52"
        multiline
        minRows={2}
      />
    </>
  );
}
