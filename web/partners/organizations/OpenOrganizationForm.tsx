import { graphql } from 'react-relay/hooks';
import { useNavigate } from 'react-router-dom';
import type { OpenOrganizationFormMutation } from '#web/__generated__/OpenOrganizationFormMutation.graphql.ts';
import { RefusedError } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { FormActions } from '#web/ui/forms/FormActions.tsx';
import { FormFailure } from '#web/ui/forms/FormFailure.tsx';
import { SubmitButton } from '#web/ui/forms/SubmitButton.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { OrganizationFields } from './OrganizationFields.tsx';
import { validateOrganization, type OrganizationValues } from './organizationForm.ts';

export function OpenOrganizationForm() {
  const navigate = useNavigate();
  const [openOrganization] = useMutation<OpenOrganizationFormMutation>(graphql`
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
  const { formRef, field, errors, submit, isSending, failure } = useForm<OrganizationValues>({
    initial: { name: '', website: '', purpose: '' },
    validate: validateOrganization,
    send: async (input) => {
      const { openOrganization: result } = await openOrganization({ input });
      if (!result?.organization) throw new RefusedError(result?.error);
      await navigate(`/organizations/${result.organization.databaseId}`, { replace: true });
      showToast({ title: 'Organization opened', description: 'Our team looks at it now' });
    },
    fallbackMessage: 'The organization could not be opened. Please try again',
  });
  return (
    <form
      ref={formRef}
      method="post"
      onSubmit={submit}
      noValidate
      aria-label="Open an organization"
    >
      <p>
        Its tokens work on the weeks and bookings of your account. Test tokens work at once, live
        tokens once our team has approved it.
      </p>
      <OrganizationFields field={field} errors={errors} />
      <FormFailure message={failure} />
      <FormActions>
        <SubmitButton isSending={isSending} sending="Opening…">
          Open Organization
        </SubmitButton>
      </FormActions>
    </form>
  );
}
