import type { ChangeEvent } from 'react';
import { Choices } from '#web/ui/forms/fields/Choices.tsx';
import { organizationRoles } from '../organizationRoles.ts';

interface RoleChoiceProps {
  name: string;
  value: string;
  error: boolean;
  helperText: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export function RoleChoice(props: RoleChoiceProps) {
  return (
    <Choices
      {...props}
      legend="Role"
      choices={Object.entries(organizationRoles).map(([value, { label, words }]) => ({
        value,
        label,
        words,
      }))}
    />
  );
}
