import { TextField } from '#web/ui/material/TextField.ts';
import type { ReactNode } from 'react';
import { ChoiceField } from '#web/ui/forms/fields/ChoiceField.tsx';
import { SwitchField } from '#web/ui/forms/fields/SwitchField.tsx';
import { Form, FormActions, FormFailure, SubmitButton } from '#web/ui/forms/Form.tsx';
import type { useForm } from '#web/ui/forms/useForm.ts';
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
