import { Suspense } from 'react';
import { fetchQuery, useRelayEnvironment } from 'react-relay/hooks';
import { Navigate, useLoaderData, useParams } from 'react-router-dom';
import type {
  organizationPageLoaderQuery,
  organizationPageLoaderQuery$data,
} from '#web/__generated__/organizationPageLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { GuardedPage } from '#web/ui/dialogs/useLeaveGuard.tsx';
import { MembersSection } from './members/MembersSection.tsx';
import styles from './Organization.module.css';
import { OrganizationHead } from './OrganizationHead.tsx';
import { organizationPageQuery, type OrganizationPageData } from './organizationPageLoader.ts';
import { OrganizationSkeleton } from './OrganizationSkeleton.tsx';
import { SettingsSection } from './settings/SettingsSection.tsx';
import { TokensSection } from './tokens/TokensSection.tsx';
import { UsageSection } from './usage/UsageSection.tsx';
import { WebhooksSection } from './webhooks/WebhooksSection.tsx';

export { loadOrganizationPage as loadPage } from './organizationPageLoader.ts';

export function Page() {
  const data = useLoaderData<OrganizationPageData>();
  const { id } = useParams();
  return (
    <Suspense key={id} fallback={<OrganizationSkeleton />}>
      <LoadedOrganization {...data} />
    </Suspense>
  );
}

function LoadedOrganization({ reference, section }: OrganizationPageData) {
  const { site, viewer, organization } = useOwnedPreloadedQuery<organizationPageLoaderQuery>(
    organizationPageQuery,
    reference,
  );
  const environment = useRelayEnvironment();
  /** Loads changes by other people. */
  const refresh = async () => {
    await fetchQuery<organizationPageLoaderQuery>(
      environment,
      organizationPageQuery,
      reference.variables,
      { fetchPolicy: 'network-only' },
    )
      .toPromise()
      // On failure, the shown data stays.
      .catch(() => undefined);
  };
  if (!viewer) return <Navigate to="/auth" replace />;
  if (!organization) {
    return (
      <>
        <PageMeta title={`Organization not found | ${site.title}`} status={404} />
        <EmptyState
          headingLevel="h1"
          title="Organization not found"
          action={
            <ButtonLink to="/organizations" variant="contained">
              Your Organizations
            </ButtonLink>
          }
        >
          <p>It does not exist, was closed, or you are not a member of it.</p>
        </EmptyState>
      </>
    );
  }
  return (
    <div className={`content ${styles.page}`}>
      <PageMeta title={`${organization.name} | ${site.title}`} />
      <OrganizationHead organization={organization} section={section} />
      <Section organization={organization} viewerId={viewer.databaseId} refresh={refresh} />
    </div>
  );
}

interface SectionProps {
  organization: NonNullable<organizationPageLoaderQuery$data['organization']>;
  viewerId: string;
  refresh: () => Promise<void>;
}

function Section({ organization, viewerId, refresh }: SectionProps) {
  const { members, tokens, webhooks, usage, settings } = organization;
  if (members) return <MembersSection organization={members} viewerId={viewerId} />;
  if (tokens) return <TokensSection organization={tokens} refresh={refresh} />;
  if (webhooks) return <WebhooksSection organization={webhooks} refresh={refresh} />;
  if (usage) return <UsageSection organization={usage} />;
  return (
    settings && (
      <GuardedPage>
        <SettingsSection organization={settings} refresh={refresh} />
      </GuardedPage>
    )
  );
}
