import { graphql } from 'react-relay/hooks';
import { Link, useNavigate } from 'react-router-dom';
import type { OrganizationsPageQuery } from '#web/__generated__/OrganizationsPageQuery.graphql.ts';
import { definePage, type MemberPageProps } from '#web/page/definePage.tsx';
import { PanelsSkeleton } from '#web/ui/layout/PanelsSkeleton.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { organizationStatuses } from '#web/ui/basics/statuses.ts';
import { DialogButton } from '#web/ui/dialogs/DialogButton.tsx';
import { organizationRoles } from './organizationRoles.ts';
import styles from './Organization.module.css';
import type { OrganizationsPageOpenMutation } from '#web/__generated__/OrganizationsPageOpenMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { DialogForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { OrganizationFields } from './OrganizationFields.tsx';
import { validateOrganization, type OrganizationValues } from './organizationForm.ts';

export const page = definePage<OrganizationsPageQuery>({
  path: '/organizations',
  access: 'signedIn',
  query: graphql`
    query OrganizationsPageQuery {
      ...AppShell_query
      viewer {
        databaseId
        organizations {
          databaseId
          name
          website
          status
          viewerRole
          members {
            userId
            isOpener
          }
        }
      }
    }
  `,
  meta: { title: 'Organizations' },
  skeleton: <PanelsSkeleton />,
  component: Organizations,
});

function Organizations({ data: { viewer } }: MemberPageProps<OrganizationsPageQuery>) {
  const { databaseId, organizations } = viewer;
  const hasOwn = organizations.some(({ members }) =>
    members.some(({ userId, isOpener }) => isOpener && userId === databaseId),
  );
  const opener = (
    <DialogButton
      label="Open an Organization"
      name="open"
      title="Open an organization"
      isWide
      size="large"
    >
      <OpenOrganizationForm />
    </DialogButton>
  );
  return (
    <div className="content sections page-room">
      <header className="cluster gap-5 row-gap-3 at-bottom between">
        <div>
          <BackLink to="/dashboard">Dashboard</BackLink>
          <h1>Organizations</h1>
        </div>
        {!hasOwn && organizations.length > 0 && opener}
      </header>
      {organizations.length === 0 ? (
        <EmptyState title="Build on your weeks" action={opener}>
          <p>
            An organization has tokens, with which programs read resorts and manage your listings
            and bookings. <Link to="/developers">See what the API does</Link>.
          </p>
        </EmptyState>
      ) : (
        <ul className="stack gap-4" aria-label="Your organizations">
          {organizations.map((organization) => (
            <li key={organization.databaseId} className={styles.card}>
              <div>
                <h2>
                  <Link
                    className="undecorated covers"
                    to={`/organizations/${organization.databaseId}`}
                  >
                    {organization.name}
                  </Link>
                </h2>
                <p className="soft">{organization.website}</p>
              </div>
              <div className={styles.badges}>
                <StatusBadge status={organizationStatuses[organization.status]} />
                {organization.viewerRole && (
                  <StatusBadge
                    status={{
                      tone: 'quiet',
                      label: organizationRoles[organization.viewerRole]?.label ?? '',
                    }}
                  />
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {organizations.length > 0 && (
        <p className="soft">
          New to the API? <Link to="/developers">Start at the developer pages</Link>.
        </p>
      )}
    </div>
  );
}

function OpenOrganizationForm() {
  const navigate = useNavigate();
  const [openOrganization] = useCommand<OrganizationsPageOpenMutation>(graphql`
    mutation OrganizationsPageOpenMutation($input: OpenOrganizationInput!) {
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
