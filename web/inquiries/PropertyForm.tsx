import { showFailure } from '#web/ui/feedback/showFailure.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import { graphql } from 'react-relay/hooks';
import type {
  PropertyFormMutation,
  PropertyMotivation,
} from '#web/__generated__/PropertyFormMutation.graphql.ts';
import type { TurnIntoListing_inquiry$key } from '#web/__generated__/TurnIntoListing_inquiry.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { addToViewerList } from '#web/relay/viewerLists.ts';
import { FormActions, Form, FormFailure, SubmitButton } from '#web/ui/forms/Form.tsx';
import { useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import styles from './PropertyForm.module.css';
import { useForm } from '#web/ui/forms/useForm.ts';
import { useIdempotencyKeys } from '#web/ui/forms/useIdempotencyKeys.ts';
import type { FieldErrors } from '#web/relay/fieldErrors.ts';

interface PropertyFormProps {
  motivation: PropertyMotivation;
  onSubmitted?: (inquiry: TurnIntoListing_inquiry$key) => void;
}

export function PropertyForm({ motivation, onSubmitted }: PropertyFormProps) {
  const form = usePropertyForm(motivation, onSubmitted);
  const { field, isSending, failure } = form;
  return (
    <Form form={form} label="Submit Your Property" className={`stack gap-4 at-top ${styles.form}`}>
      {shortFields.map(({ name, ...texts }) => (
        <TextField key={name} {...field(name)} {...texts} />
      ))}
      <TextField
        {...field('contactPhone')}
        label="Phone Number"
        type="tel"
        autoComplete="tel"
        placeholder="+1 (555) 010-0123"
      />
      <div className="whole-row">
        <TextField
          {...field('additionalDetails')}
          label="Additional Details (optional)"
          multiline
          minRows={3}
          maxRows={10}
        />
      </div>
      <div className={`whole-row ${styles.whole}`}>
        <FormFailure message={failure && `Submission Failed: ${failure}`} />
      </div>
      <p className="whole-row quiet text-center">
        Only our team sees this. We&apos;ll contact you within 24 hours.
      </p>
      <FormActions>
        <SubmitButton isSending={isSending} sending="Submitting…">
          Submit Property
        </SubmitButton>
      </FormActions>
    </Form>
  );
}

const shortFields = [
  { name: 'propertyName', label: 'Property Name', placeholder: 'Our week by the sea' },
  { name: 'resortName', label: 'Resort Name', placeholder: "Marriott's Ocean Pointe" },
  { name: 'location', label: 'Location', placeholder: 'Palm Beach Shores, Florida' },
  { name: 'unit', label: 'Unit Details', placeholder: '2 bedrooms, sleeps 8' },
  { name: 'ownership', label: 'Ownership Details', placeholder: 'Deeded, every year' },
  { name: 'weekDetails', label: 'Week/Season Details', placeholder: 'Week 27, red season' },
  { name: 'askingPrice', label: 'Asking Price', placeholder: '$12,500' },
] as const;

const fallbackMessage = 'Please try again later';

function usePropertyForm(
  motivation: PropertyMotivation,
  onSubmitted: PropertyFormProps['onSubmitted'],
) {
  const [submitProperty] = useCommand<PropertyFormMutation>(propertyFormMutation);
  const finish = useFinishDialog();
  const keyOf = useIdempotencyKeys();
  return useForm<PropertyValues>({
    initial: noProperty,
    validate: validateProperty,
    send: async (values) => {
      const { inquiry } = await submitProperty(
        { input: { ...values, motivation, idempotencyKey: keyOf(values) } },
        {
          updater: (store) =>
            addToViewerList(
              store,
              'PropertyList_inquiries',
              store.getRootField('submitProperty')?.getLinkedRecord('inquiry'),
              'PropertyInquiryEdge',
            ),
        },
      );
      onSubmitted?.(inquiry);
      finish({
        title: 'Property Submitted Successfully!',
        description: "We'll contact you within 24 hours",
      });
    },
    fallbackMessage,
    onFailure: ({ error }) => showFailure('Submission Failed', error, fallbackMessage),
  });
}

const propertyFormMutation = graphql`
  mutation PropertyFormMutation($input: SubmitPropertyInput!) {
    submitProperty(input: $input) {
      ... on SubmitPropertyPayload {
        inquiry {
          id
          ...PropertyListInquiry_inquiry
          ...TurnIntoListing_inquiry
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

/** The payload of SPEC section 3. */
const noProperty = {
  propertyName: '',
  resortName: '',
  location: '',
  unit: '',
  ownership: '',
  weekDetails: '',
  askingPrice: '',
  contactPhone: '',
  additionalDetails: '',
};

type PropertyValues = typeof noProperty;

type PropertyField = keyof PropertyValues;

/** SPEC section 5. */
const messages: Partial<Record<PropertyField, string>> = {
  propertyName: 'Property name is required',
  resortName: 'Resort name is required',
  location: 'Location is required',
  unit: 'Unit details are required',
  ownership: 'Ownership details are required',
  weekDetails: 'Week/season details are required',
  askingPrice: 'Asking price is required',
  contactPhone: 'Phone number is required',
};

function validateProperty(values: PropertyValues): FieldErrors<PropertyField> {
  const errors: FieldErrors<PropertyField> = {};
  for (const field of Object.keys(noProperty) as PropertyField[]) {
    const message = messages[field];
    if (message !== undefined && values[field].trim() === '') errors[field] = message;
  }
  return errors;
}
