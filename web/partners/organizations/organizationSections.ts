export const organizationSections = [
  { name: 'members', label: 'Members' },
  { name: 'tokens', label: 'Tokens' },
  { name: 'webhooks', label: 'Webhooks' },
  { name: 'usage', label: 'Usage' },
  { name: 'settings', label: 'Settings' },
] as const;

export type OrganizationSection = (typeof organizationSections)[number]['name'];

/** The section in a path; members by default. */
export const sectionOf = (name: string | undefined): OrganizationSection | undefined =>
  organizationSections.find((section) => section.name === (name ?? 'members'))?.name;

export const sectionPath = (id: string, section: OrganizationSection): string =>
  `/organizations/${id}${section === 'members' ? '' : `/${section}`}`;
