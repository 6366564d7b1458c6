import { graphql, useRelayEnvironment } from 'react-relay/hooks';
import { redirect } from 'react-router-dom';
import type {
  OrganizationPageQuery,
  OrganizationPageQuery$data,
} from '#web/__generated__/OrganizationPageQuery.graphql.ts';
import { definePage, type MemberPageProps } from '#web/page/definePage.tsx';
import { NotFound } from '#web/page/NotFound.tsx';
import { refetch } from '#web/relay/refetch.ts';
import { GuardedPage } from '#web/ui/dialogs/useLeaveGuard.tsx';
import { MembersSection } from './members/MembersSection.tsx';
import styles from './Organization.module.css';
import { PanelsSkeleton } from '#web/ui/layout/PanelsSkeleton.tsx';
import { SettingsSection } from './settings/SettingsSection.tsx';
import { TokensSection } from './tokens/TokensSection.tsx';
import { parseUsageAddress } from './usage/usageAddress.ts';
import { UsageSection } from './usage/UsageSection.tsx';
import { deliveryVariables } from './webhooks/deliveryAddress.ts';
import { WebhooksSection } from './webhooks/WebhooksSection.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { organizationStatuses } from '#web/ui/basics/statuses.ts';
import { TabLinks } from '#web/ui/layout/TabLinks.tsx';
import { TonePanel, type Tone } from '#web/ui/panels/TonePanel.tsx';
import { organizationRoles } from './organizationRoles.ts';

const query = graphql`
  query OrganizationPageQuery(
    $id: ID!
    $isMembers: Boolean!
    $isTokens: Boolean!
    $isWebhooks: Boolean!
    $isUsage: Boolean!
    $isSettings: Boolean!
    $days: Int!
    $mode: TokenMode!
    $endpointId: ID
    $isWaiting: Boolean
  ) {
    ...AppShell_query
    viewer {
      databaseId
    }
    organization(id: $id) {
      databaseId
      name
      website
      status
      decisionNote
      viewerRole
      ...MembersSection_organization @include(if: $isMembers) @alias(as: "members")
      ...TokensSection_organization @include(if: $isTokens) @alias(as: "tokens")
      ...WebhooksSection_organization
        @arguments(endpointId: $endpointId, isWaiting: $isWaiting)
        @include(if: $isWebhooks)
        @alias(as: "webhooks")
      ...UsageSection_organization
        @arguments(days: $days, mode: $mode)
        @include(if: $isUsage)
        @alias(as: "usage")
      ...SettingsSection_organization @include(if: $isSettings) @alias(as: "settings")
    }
  }
`;

export const page = definePage<OrganizationPageQuery>({
  path: '/organizations/:id/:section?',
  access: 'signedIn',
  query,
  variables: ({ id, params, search }) => {
    const section = sectionOf(params['section']);
    if (section === undefined) throw redirect(sectionPath(id, 'members'));
    const { days, mode } = parseUsageAddress(search);
    return {
      id,
      isMembers: section === 'members',
      isTokens: section === 'tokens',
      isWebhooks: section === 'webhooks',
      isUsage: section === 'usage',
      isSettings: section === 'settings',
      days: Number(days),
      mode: mode === 'test' ? 'TEST' : 'LIVE',
      ...deliveryVariables(search),
    };
  },
  meta: ({ organization }) => organization && { title: organization.name },
  skeleton: <PanelsSkeleton />,
  component: LoadedOrganization,
});

function LoadedOrganization({ data, params, reference }: MemberPageProps<OrganizationPageQuery>) {
  const { viewer, organization } = data;
  const environment = useRelayEnvironment();
  /** Loads changes by other people. */
  const refresh = () => refetch<OrganizationPageQuery>(environment, query, reference.variables);
  if (!organization) {
    return (
      <NotFound
        title="Organization not found"
        link={{ to: '/organizations', label: 'Your Organizations' }}
        text="It does not exist, was closed, or you are not a member of it."
      />
    );
  }
  return (
    <div className="content sections page-room">
      <OrganizationHead
        organization={organization}
        section={sectionOf(params['section']) ?? 'members'}
      />
      <Section organization={organization} viewerId={viewer.databaseId} refresh={refresh} />
    </div>
  );
}

interface SectionProps {
  organization: NonNullable<OrganizationPageQuery$data['organization']>;
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

interface OrganizationHeadProps {
  organization: SectionProps['organization'];
  section: OrganizationSection;
}

function OrganizationHead({ organization, section }: OrganizationHeadProps) {
  const { databaseId, name, website, status, decisionNote, viewerRole } = organization;
  const standing = standings[status];
  const role = viewerRole && organizationRoles[viewerRole];
  return (
    <>
      <header className="stack gap-2 to-left breaks">
        <BackLink to="/organizations">Organizations</BackLink>
        <h1>{name}</h1>
        <div className={styles.badges}>
          <StatusBadge status={organizationStatuses[status]} />
          {role && <StatusBadge status={{ tone: 'quiet', label: `You: ${role.label}` }} />}
        </div>
        <a href={website} rel="noreferrer nofollow" target="_blank">
          {website}
        </a>
      </header>
      {standing && (
        <TonePanel tone={standing.tone} label="Approval" title={standing.title}>
          <p>{standing.words}</p>
          {decisionNote && <blockquote>{decisionNote}</blockquote>}
        </TonePanel>
      )}
      <TabLinks
        label="Organization"
        tabs={organizationSections
          .filter((each) => each.name !== 'settings' || viewerRole === 'OWNER')
          .map((each) => ({
            label: each.label,
            to: sectionPath(databaseId, each.name),
            isCurrent: each.name === section,
          }))}
      />
    </>
  );
}

const standings: Readonly<Partial<Record<string, { tone: Tone; title: string; words: string }>>> = {
  PENDING: {
    tone: 'open',
    title: 'Waiting for approval',
    words:
      'Our team looks at what you build and writes to the owners. Test tokens work already; live tokens can be made once it is approved.',
  },
  REFUSED: {
    tone: 'bad',
    title: 'Not approved',
    words: 'No token of this organization works. Contact us if you think that this is a mistake.',
  },
  SUSPENDED: {
    tone: 'bad',
    title: 'Suspended',
    words:
      'We have stopped this organization: none of its tokens works until that is settled. Contact us.',
  },
};

const organizationSections = [
  { name: 'members', label: 'Members' },
  { name: 'tokens', label: 'Tokens' },
  { name: 'webhooks', label: 'Webhooks' },
  { name: 'usage', label: 'Usage' },
  { name: 'settings', label: 'Settings' },
] as const;

type OrganizationSection = (typeof organizationSections)[number]['name'];

/** The section in a path; members by default. */
const sectionOf = (name: string | undefined): OrganizationSection | undefined =>
  organizationSections.find((section) => section.name === (name ?? 'members'))?.name;

const sectionPath = (id: string, section: OrganizationSection): string =>
  `/organizations/${id}${section === 'members' ? '' : `/${section}`}`;
