import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  SettingsSection_organization$data,
  SettingsSection_organization$key,
} from '#web/__generated__/SettingsSection_organization.graphql.ts';
import type { SettingsSectionMutation } from '#web/__generated__/SettingsSectionMutation.graphql.ts';
import { isOutdated } from '#web/relay/refusal.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { PageForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import styles from '../Organization.module.css';
import { OrganizationFields } from '../OrganizationFields.tsx';
import { validateOrganization, type OrganizationValues } from '../organizationForm.ts';
import { useNavigate } from 'react-router-dom';
import type { SettingsSectionCloseMutation } from '#web/__generated__/SettingsSectionCloseMutation.graphql.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';

interface SettingsSectionProps {
  organization: SettingsSection_organization$key;
  refresh: () => Promise<void>;
}

export function SettingsSection({ organization, refresh }: SettingsSectionProps) {
  const data = useFragment<SettingsSection_organization$key>(
    graphql`
      fragment SettingsSection_organization on Organization {
        databaseId
        name
        wantedName
        status
        website
        purpose
        version
        viewerRole
      }
    `,
    organization,
  );
  const [isClosing, setIsClosing] = useState(false);
  if (data.viewerRole !== 'OWNER') {
    return <p className="soft">Only owners see and change the settings.</p>;
  }
  return (
    <>
      <Panel title="About it" icon="pencil">
        <SettingsForm key={data.version} organization={data} refresh={refresh} />
      </Panel>
      <Panel title="Close this organization" icon="trash">
        <p>
          Its tokens and webhooks stop at once. Weeks and bookings stay with the member who opened
          it.
        </p>
        <Button
          id={closeId}
          variant="outlined"
          color="error"
          aria-haspopup="dialog"
          onClick={() => setIsClosing(true)}
        >
          Close Organization
        </Button>
      </Panel>
      <FormDialog
        title="Close this organization?"
        isOpen={isClosing}
        onClose={() => setIsClosing(false)}
        focusAfter={() => document.getElementById(closeId)}
      >
        <CloseOrganizationForm organizationId={data.databaseId} name={data.name} />
      </FormDialog>
    </>
  );
}

interface SettingsFormProps {
  organization: SettingsSection_organization$data;
  refresh: () => Promise<void>;
}

function SettingsForm({ organization, refresh }: SettingsFormProps) {
  const { databaseId, version, name, wantedName, website, purpose } = organization;
  const [update] = useCommand<SettingsSectionMutation>(graphql`
    mutation SettingsSectionMutation($input: UpdateOrganizationInput!) {
      updateOrganization(input: $input) {
        ... on UpdateOrganizationPayload {
          organization {
            decisionNote
            ...SettingsSection_organization
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm<OrganizationValues>({
    initial: { name: wantedName ?? name, website, purpose },
    validate: validateOrganization,
    send: async (values) => {
      const input = { ...values, organizationId: databaseId, version };
      await update({ input });
      showToast({ title: 'Organization saved' });
    },
    fallbackMessage: 'The organization could not be saved. Please try again',
    onFailure: ({ error, message }) => {
      if (!isOutdated(error)) return;
      showToast({ title: `${name} was not saved`, description: message });
      void refresh();
    },
  });
  const { field, errors } = form;
  return (
    <PageForm
      form={form}
      label="About the organization"
      className={`stack gap-4 ${styles.form}`}
      submit="Save Changes"
      look={{ variant: 'main', size: 'large' }}
    >
      <OrganizationFields field={field} errors={errors} nameHint={nameHint(organization)} />
    </PageForm>
  );
}

/** The effect of a new name; undefined before the approval, when it applies at once. */
function nameHint({ name, wantedName, status }: SettingsSection_organization$data) {
  if (wantedName) {
    return `Our team looks at this name. Until then it is “${name}”; enter that to keep it.`;
  }
  return status === 'APPROVED' || status === 'SUSPENDED'
    ? 'Our team looks at another name before anybody sees it.'
    : undefined;
}

const closeId = 'close-organization';

function CloseOrganizationForm({ organizationId, name }: { organizationId: string; name: string }) {
  const navigate = useNavigate();
  const [close] = useCommand<SettingsSectionCloseMutation>(graphql`
    mutation SettingsSectionCloseMutation($id: ID!) {
      closeOrganization(id: $id) {
        ... on CloseOrganizationPayload {
          deletedId
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <ConfirmForm
      label="Close Organization"
      busyLabel="Closing…"
      color="error"
      cancelLabel="Keep It"
      fallbackMessage="The organization could not be closed. Please try again"
      run={async () => {
        await close({ id: organizationId });
        await navigate('/organizations', { replace: true });
        showToast({ title: 'Organization closed', description: name });
        return undefined;
      }}
    >
      <p>
        This can&apos;t be undone. With <strong>{name}</strong> is lost:
      </p>
      <ul>
        <li>every token: programs that use one are refused at once</li>
        <li>members and open invitations</li>
        <li>webhooks, and the numbers of its calls</li>
      </ul>
      <p>Weeks and bookings stay as they are.</p>
    </ConfirmForm>
  );
}
