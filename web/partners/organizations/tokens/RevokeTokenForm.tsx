import { graphql } from 'react-relay/hooks';
import type { RevokeTokenFormMutation } from '#web/__generated__/RevokeTokenFormMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';

interface RevokeTokenFormProps {
  token: { id: string; name: string; hint: string };
}

export function RevokeTokenForm({ token }: RevokeTokenFormProps) {
  const [revoke] = useCommand<RevokeTokenFormMutation>(graphql`
    mutation RevokeTokenFormMutation($id: ID!) {
      revokeApiToken(id: $id) {
        ... on RevokeApiTokenPayload {
          token {
            id
            revokedAt
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <ConfirmForm
      label="Revoke Token"
      busyLabel="Revoking…"
      color="error"
      cancelLabel="Keep It"
      fallbackMessage="The token could not be revoked. Please try again"
      run={async () => {
        await revoke({ id: token.id });
        return { title: 'Token revoked', description: token.name };
      }}
    >
      <p>
        <strong>{token.name}</strong> (…{token.hint}) is refused from this moment on, and can&apos;t
        be brought back. Programs that use it stop working until they get another.
      </p>
    </ConfirmForm>
  );
}
