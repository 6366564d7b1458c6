/** Where the things that the audit log tells of are looked at, by their types. */
const paths: Readonly<Record<string, (id: string, name: string) => string>> = {
  InventoryProvider: () => '/admin/inventory',
  InventoryResort: () => '/admin/inventory/resorts',
  InventoryRun: (id) => `/admin/inventory/runs/${id}`,
  Listing: (id) => `/admin/verification/${id}`,
  PropertyInquiry: (id) => `/admin/inquiries/${id}`,
  Resort: (id) => `/resort/${id}`,
  SiteSetting: () => '/admin/settings?tab=all',
  User: (_id, name) => `/admin/users?q=${encodeURIComponent(name)}`,
};

/** The address of something that the log tells of; undefined where there is no screen for it. */
export const subjectPath = (
  type: string,
  id: string,
  name: string | null | undefined,
): string | undefined => paths[type]?.(id, name ?? '');
