import { Button } from '../ui/basics/Button.tsx';
import { FormControlLabel } from '../ui/material/FormControlLabel.ts';
import { Switch } from '../ui/material/Switch.ts';
import { TextField } from '../ui/material/TextField.ts';
import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { NewSettingMutation } from '../__generated__/NewSettingMutation.graphql.ts';
import { showToast } from '../ui/feedback/toastStore.ts';
import { Form } from '../ui/forms/Form.tsx';
import { useForm } from '../ui/forms/useForm.ts';
import type { FieldErrors } from '../relay/fieldErrors.ts';
import { useCommand } from '../relay/useMutation.ts';
import { showServersFailure } from './serversWords.ts';
import styles from './Settings.module.css';
import { hintOf } from './settings.ts';

interface NewSettingForm {
  key: string;
  category: string;
  value: string;
  description: string;
}

interface NewSettingProps {
  suggestedKey: string;
  onCreated: () => Promise<void>;
}

const required = 'Key and value are required';

export function NewSetting({ suggestedKey, onCreated }: NewSettingProps) {
  const form = useNewSetting(suggestedKey, onCreated);
  const { field, values, isSending, isEncrypted, setIsEncrypted } = form;
  const valueField = field('value');

  return (
    <section className={styles.panel} aria-labelledby="new-heading">
      <div className={styles.panelHead}>
        <h2 id="new-heading">Add New Setting</h2>
      </div>
      <Form form={form} label="Add New Setting" className={styles.newForm}>
        <TextField
          {...field('key')}
          label="Setting Key"
          placeholder="e.g. site_title"
          required
          autoComplete="off"
          slotProps={{
            htmlInput: { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false },
            inputLabel: { required: false },
          }}
        />
        <TextField
          {...field('category')}
          label="Category"
          placeholder="e.g. general, smtp"
          autoComplete="off"
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        <TextField
          {...valueField}
          helperText={valueField.helperText ?? hintOf(values.key.trim())}
          className={styles.wide}
          label="Value"
          required
          multiline={!isEncrypted}
          minRows={3}
          maxRows={12}
          type={isEncrypted ? 'password' : 'text'}
          autoComplete={isEncrypted ? 'new-password' : 'off'}
          slotProps={{ inputLabel: { required: false } }}
        />
        <TextField
          {...field('description')}
          className={styles.wide}
          label="Description (optional)"
          autoComplete="off"
        />
        <FormControlLabel
          className={`row gap-2 target clickable ${styles.onOff} ${styles.wide}`}
          control={
            <Switch
              checked={isEncrypted}
              onChange={(event) => setIsEncrypted(event.target.checked)}
            />
          }
          label="Encrypt this setting (for passwords and sensitive data)"
        />
        <Button type="submit" className="self-left" variant="contained" aria-busy={isSending}>
          {isSending ? 'Creating...' : 'Create Setting'}
        </Button>
      </Form>
    </section>
  );
}

function validate({ key, value }: NewSettingForm): FieldErrors<keyof NewSettingForm> {
  const errors = {
    ...(key.trim() === '' && { key: required }),
    ...(value.trim() === '' && { value: required }),
  };
  if (Object.keys(errors).length > 0) {
    showToast({ title: 'Validation Error', description: required, variant: 'destructive' });
  }
  return errors;
}

function useNewSetting(suggestedKey: string, onCreated: () => Promise<void>) {
  const [isEncrypted, setIsEncrypted] = useState(false);
  const [createSetting] = useCommand<NewSettingMutation>(newSettingMutation);
  const form = useForm<NewSettingForm>({
    initial: { key: suggestedKey, category: '', value: '', description: '' },
    validate,
    // The form stays while its tab is hidden.
    lostBy: 'another page',
    send: async (values) => {
      const input = { ...values, ...(isEncrypted && { isEncrypted }) };
      await createSetting({ input });
      await onCreated();
      showToast({ title: 'Setting created successfully' });
    },
    onFailure: ({ error }) => showServersFailure('Failed to create setting', error),
  });
  return { ...form, isEncrypted, setIsEncrypted };
}

const newSettingMutation = graphql`
  mutation NewSettingMutation($input: CreateSettingInput!) {
    createSetting(input: $input) {
      ... on CreateSettingPayload {
        setting {
          id
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
