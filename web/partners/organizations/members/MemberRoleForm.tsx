import { graphql } from 'react-relay/hooks';
import type {
  MemberRoleFormMutation,
  OrganizationRole,
} from '#web/__generated__/MemberRoleFormMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { DialogForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { RoleChoice } from './RoleChoice.tsx';

interface MemberRoleFormProps {
  organizationId: string;
  member: { userId: string; name: string; role: string };
}

export function MemberRoleForm({ organizationId, member }: MemberRoleFormProps) {
  const finish = useFinishDialog();
  const [setMemberRole] = useCommand<MemberRoleFormMutation>(graphql`
    mutation MemberRoleFormMutation($input: SetMemberRoleInput!) {
      setMemberRole(input: $input) {
        ... on SetMemberRolePayload {
          organization {
            ...MembersSection_organization
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm({
    initial: { role: member.role },
    validate: () => ({}),
    send: async ({ role }) => {
      const input = { organizationId, userId: member.userId, role: role as OrganizationRole };
      await setMemberRole({ input });
      finish({ title: 'Role changed', description: member.name });
    },
    fallbackMessage: 'The role could not be changed. Please try again',
  });
  const { field } = form;
  return (
    <DialogForm form={form} label="Change the role" submit="Save Role">
      <p>What {member.name} may do from now on:</p>
      <RoleChoice {...field('role')} />
    </DialogForm>
  );
}
