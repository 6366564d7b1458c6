import { graphql } from 'react-relay/hooks';
import { useNavigate } from 'react-router-dom';
import type { OpenOrganizationFormMutation } from '#web/__generated__/OpenOrganizationFormMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { DialogForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { OrganizationFields } from './OrganizationFields.tsx';
import { validateOrganization, type OrganizationValues } from './organizationForm.ts';

export function OpenOrganizationForm() {
  const navigate = useNavigate();
  const [openOrganization] = useCommand<OpenOrganizationFormMutation>(graphql`
    mutation OpenOrganizationFormMutation($input: OpenOrganizationInput!) {
      openOrganization(input: $input) {
        ... on OpenOrganizationPayload {
          organization {
            databaseId
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm<OrganizationValues>({
    initial: { name: '', website: '', purpose: '' },
    validate: validateOrganization,
    send: async (input) => {
      const { organization } = await openOrganization({ input });
      await navigate(`/organizations/${organization.databaseId}`, { replace: true });
      showToast({ title: 'Organization opened', description: 'Our team looks at it now' });
    },
    fallbackMessage: 'The organization could not be opened. Please try again',
  });
  const { field, errors } = form;
  return (
    <DialogForm
      form={form}
      label="Open an organization"
      submit="Open Organization"
      sending="Opening…"
    >
      <p>
        Its tokens work on the weeks and bookings of your account. Test tokens work at once, live
        tokens once our team has approved it.
      </p>
      <OrganizationFields field={field} errors={errors} />
    </DialogForm>
  );
}
