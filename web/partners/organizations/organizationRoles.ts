import type { OrganizationRole } from '#web/__generated__/OrganizationsPageQuery.graphql.ts';

/** Partial: a newer server may send roles that this page does not know. */
export const organizationRoles: Readonly<
  Partial<Record<OrganizationRole, { label: string; words: string }>>
> = {
  OWNER: { label: 'Owner', words: 'Does everything: members, tokens, settings' },
  DEVELOPER: { label: 'Developer', words: 'Makes and revokes tokens and webhooks' },
  VIEWER: { label: 'Viewer', words: 'Sees tokens, webhooks and usage' },
};
