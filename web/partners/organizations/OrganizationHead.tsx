import { graphql, useFragment } from 'react-relay/hooks';
import type { OrganizationHead_organization$key } from '#web/__generated__/OrganizationHead_organization.graphql.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { organizationStatuses } from '#web/ui/basics/statuses.ts';
import { TabLinks } from '#web/ui/layout/TabLinks.tsx';
import { TonePanel, type Tone } from '#web/ui/panels/TonePanel.tsx';
import styles from './Organization.module.css';
import { organizationRoles } from './organizationRoles.ts';
import {
  organizationSections,
  sectionPath,
  type OrganizationSection,
} from './organizationSections.ts';

interface OrganizationHeadProps {
  organization: OrganizationHead_organization$key;
  section: OrganizationSection;
}

/** Name and status of an organization, with links to its sections. */
export function OrganizationHead({ organization, section }: OrganizationHeadProps) {
  const { databaseId, name, website, status, decisionNote, viewerRole } =
    useFragment<OrganizationHead_organization$key>(
      graphql`
        fragment OrganizationHead_organization on Organization {
          databaseId
          name
          website
          status
          decisionNote
          viewerRole
        }
      `,
      organization,
    );
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

/** Messages for organizations that are not approved. */
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
