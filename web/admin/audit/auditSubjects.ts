const paths: Readonly<Record<string, (id: string) => string>> = {
  Booking: (id) => `/admin/bookings?q=${id}`,
  InventoryProvider: () => '/admin/inventory',
  InventoryResort: () => '/admin/inventory/resorts',
  InventoryRun: (id) => `/admin/inventory/runs/${id}`,
  Listing: (id) => `/admin/listings/${id}`,
  OccupancyTax: () => '/admin/taxes',
  Organization: () => '/admin/organizations',
  PropertyInquiry: (id) => `/admin/inquiries/${id}`,
  Resort: (id) => `/resort/${id}`,
  SiteSetting: () => '/admin/settings?tab=all',
  User: (id) => `/admin/users?q=${id}`,
};

/** The path of an audit log subject; undefined if its type has no screen. */
export const subjectPath = (type: string, id: string): string | undefined => paths[type]?.(id);
