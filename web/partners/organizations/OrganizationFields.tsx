import type { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import type { OrganizationValues } from './organizationForm.ts';

type OrganizationFieldsProps = Pick<
  ReturnType<typeof useForm<OrganizationValues>>,
  'field' | 'errors'
> & { nameHint?: string | undefined };

export function OrganizationFields({ field, errors, nameHint }: OrganizationFieldsProps) {
  return (
    <>
      <TextField
        {...field('name')}
        label="Name"
        helperText={errors.name ?? nameHint}
        required
        autoComplete="organization"
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <TextField
        {...field('website')}
        label="Website"
        required
        type="url"
        placeholder="https://example.com"
        slotProps={{ htmlInput: { maxLength: 300, autoCapitalize: 'none', spellCheck: false } }}
      />
      <TextField
        {...field('purpose')}
        label="Purpose"
        helperText={errors.purpose ?? 'What you build, in a few sentences. Our team reads it.'}
        required
        multiline
        minRows={3}
        maxRows={10}
        slotProps={{ htmlInput: { maxLength: 2_000 } }}
      />
    </>
  );
}
