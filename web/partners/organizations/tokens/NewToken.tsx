import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { NewTokenMutation, TokenScope } from '#web/__generated__/NewTokenMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { DialogForm } from '#web/ui/forms/Form.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import { Choices } from '#web/ui/forms/fields/Choices.tsx';
import { ShownOnce } from '../ShownOnce.tsx';
import { withChoice } from '../withChoice.ts';
import { lifetimes, validateToken, type TokenValues } from './tokenForm.ts';
import { tokenScopes } from './tokenScopes.ts';

interface NewTokenProps {
  organizationId: string;
  isApproved: boolean;
  onMade: () => void;
}

export function NewToken({ onMade, ...form }: NewTokenProps) {
  const [text, setText] = useState<string>();
  return text === undefined ? (
    <TokenForm
      {...form}
      onMade={(made) => {
        setText(made);
        onMade();
      }}
    />
  ) : (
    <ShownOnce noun="Token" text={text} />
  );
}

interface TokenFormProps {
  organizationId: string;
  isApproved: boolean;
  onMade: (text: string) => void;
}

function TokenForm({ organizationId, isApproved, onMade }: TokenFormProps) {
  const [createToken] = useCommand<NewTokenMutation>(graphql`
    mutation NewTokenMutation($input: CreateApiTokenInput!) {
      createApiToken(input: $input) {
        ... on CreateApiTokenPayload {
          text
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm<TokenValues>({
    initial: { name: '', mode: 'TEST', scopes: 'RESORTS_READ LISTINGS_READ', expiresInDays: '365' },
    validate: validateToken,
    send: async ({ name, mode, scopes, expiresInDays }) => {
      const { text } = await createToken({
        input: {
          organizationId,
          name,
          mode,
          scopes: scopes.split(' ') as TokenScope[],
          expiresInDays: Number(expiresInDays),
        },
      });
      onMade(text);
    },
    fallbackMessage: 'The token could not be made. Please try again',
  });
  const { values, field, change } = form;
  return (
    <DialogForm form={form} label="Make a token" submit="Make Token" sending="Making…">
      <TextField
        {...field('name')}
        label="Name"
        placeholder="Channel manager"
        required
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <Choices
        {...field('mode')}
        legend="Works on"
        choices={[
          {
            value: 'TEST',
            label: 'Test data',
            words: 'A sandbox of your own. No real week moves.',
          },
          {
            value: 'LIVE',
            label: 'Live data',
            words: isApproved
              ? 'Real weeks and bookings of the member who opened the organization.'
              : 'Once our team has approved the organization.',
            isDisabled: !isApproved,
          },
        ]}
      />
      <Choices
        {...field('scopes')}
        legend="Scopes: what it may do"
        isMultiple
        choices={Object.entries(tokenScopes).map(([value, scope]) => ({ value, ...scope }))}
        onChange={({ target }) =>
          change({ scopes: withChoice(values.scopes, target.value, target.checked) })
        }
      />
      <Select
        label="Works for"
        choices={lifetimes}
        value={values.expiresInDays}
        onChange={(expiresInDays) => change({ expiresInDays })}
      />
    </DialogForm>
  );
}
