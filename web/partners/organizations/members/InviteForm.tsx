import { graphql } from 'react-relay/hooks';
import type {
  InviteFormMutation,
  OrganizationRole,
} from '#web/__generated__/InviteFormMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { DialogForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import { RoleChoice } from './RoleChoice.tsx';

export function InviteForm({ organizationId }: { organizationId: string }) {
  const finish = useFinishDialog();
  const [inviteMember] = useCommand<InviteFormMutation>(graphql`
    mutation InviteFormMutation($input: InviteMemberInput!) {
      inviteMember(input: $input) {
        ... on InviteMemberPayload {
          organization {
            ...MembersSection_organization
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm({
    initial: { email: '', role: 'DEVELOPER' },
    validate: ({ email }) => (email.trim() === '' ? { email: 'Email is required' } : {}),
    send: async ({ email, role }) => {
      const input = { organizationId, email: email.trim(), role: role as OrganizationRole };
      await inviteMember({ input });
      finish({ title: 'Invitation sent', description: 'It works for 7 days' });
    },
    fallbackMessage: 'The invitation could not be sent. Please try again',
  });
  const { field } = form;
  return (
    <DialogForm form={form} label="Invite a colleague" submit="Send Invitation" sending="Sending…">
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        required
        autoComplete="off"
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      />
      <RoleChoice {...field('role')} />
    </DialogForm>
  );
}
