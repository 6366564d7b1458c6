import { Switch } from '#web/ui/material/Switch.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import type { ChangeEvent, ReactNode } from 'react';
import { FormActions } from '#web/ui/forms/FormActions.tsx';
import { FormFailure } from '#web/ui/forms/FormFailure.tsx';
import type { useForm } from '#web/ui/forms/useForm.ts';
import { SubmitButton } from '#web/ui/forms/SubmitButton.tsx';
import { PictureField } from './pictures/PictureField.tsx';
import styles from './ResortFields.module.css';
import type { ResortForm } from './resortForms.ts';

interface ResortFieldsProps {
  form: ReturnType<typeof useForm<ResortForm>>;
  label: string;
  submitLabel: string;
  children: ReactNode;
}

export function ResortFields(props: ResortFieldsProps) {
  const { form, label, submitLabel, children } = props;
  const { formRef, submit, isSending } = form;
  return (
    <form
      ref={formRef}
      className={`two-columns ${styles.form}`}
      method="post"
      onSubmit={submit}
      noValidate
      autoComplete="off"
      aria-label={label}
    >
      <PublicFields form={form} />
      <PlaceFields form={form} />
      <WeekFields form={form} />
      <div className="whole-row">
        <FormFailure message={form.failure} />
        {children}
      </div>
      <FormActions>
        <SubmitButton isSending={isSending}>{submitLabel}</SubmitButton>
      </FormActions>
    </form>
  );
}

type SectionProps = Pick<ResortFieldsProps, 'form'>;

function PublicFields({ form: { field } }: SectionProps) {
  const isNew = field('isNewAvailability');
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
          {...withHint(field('amenities'), 'Words with commas between')}
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
      <div className="whole-row row gap-3 medium">
        <Switch
          id="resort-is-new"
          name="isNewAvailability"
          checked={isNew.value === 'true'}
          onChange={(event) => isNew.onChange(asText(event))}
        />
        <label htmlFor="resort-is-new">New availability</label>
      </div>
    </>
  );
}

function PlaceFields({ form: { field } }: SectionProps) {
  return (
    <>
      <h3 className="whole-row">Brand and place</h3>
      <TextField {...field('brand')} label="Brand" placeholder="Independent" />
      <TextField
        {...withHint(field('brandAliases'), 'Other words for the brand, of all its resorts')}
        label="Aliases"
        placeholder="dvc, disney"
      />
      <TextField {...field('city')} label="City" />
      <TextField {...field('region')} label="State or region" />
      <TextField {...field('country')} label="Country" />
      <TextField
        {...withHint(field('timezone'), 'Found from the coordinates if left blank')}
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
      <h3 className="whole-row">Weeks</h3>
      <TextField
        {...field('weekRule')}
        label="Weeks begin on"
        select
        slotProps={{
          select: { native: true },
          htmlInput: { id: 'resort-week-rule' },
          inputLabel: { htmlFor: 'resort-week-rule' },
        }}
      >
        <option value="FRIDAY">Friday</option>
        <option value="SATURDAY">Saturday</option>
        <option value="SUNDAY">Sunday</option>
      </TextField>
      <TextField
        {...withHint(field('seasons'), 'A season and its weeks on each line')}
        label="Season calendar"
        placeholder="Red 1-8, 50-52"
        multiline
        minRows={2}
      />
    </>
  );
}

/** Shows the hint unless there is an error. */
const withHint = <TProps extends { helperText: string | undefined }>(
  props: TProps,
  hint: string,
): TProps => ({ ...props, helperText: props.helperText ?? hint });

/** Turns a switch's change into a text field's change, since form values are strings. */
const asText = (event: ChangeEvent<HTMLInputElement>): ChangeEvent<HTMLInputElement> =>
  ({ target: { value: event.target.checked ? 'true' : '' } }) as ChangeEvent<HTMLInputElement>;
