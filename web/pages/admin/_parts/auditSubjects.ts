/** Where the things that the audit log tells of are looked at, by their types. */
const paths: Readonly<Record<string, (id: string) => string>> = {
  Booking: (id) => `/admin/bookings?q=${id}`,
  InventoryProvider: () => '/admin/inventory',
  InventoryResort: () => '/admin/inventory/resorts',
  InventoryRun: (id) => `/admin/inventory/runs/${id}`,
  Listing: (id) => `/admin/listings/${id}`,
  PropertyInquiry: (id) => `/admin/inquiries/${id}`,
  Resort: (id) => `/resort/${id}`,
  SiteSetting: () => '/admin/settings?tab=all',
  User: (id) => `/admin/users?q=${id}`,
};

/** The address of something that the log tells of; undefined where there is no screen for it. */
export const subjectPath = (type: string, id: string): string | undefined => paths[type]?.(id);
