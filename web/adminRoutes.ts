import type { PageModule, PageRoute } from './routes.tsx';

const modules = import.meta.glob<PageModule>([
  './*/admin/**/*Page.tsx',
  './{administration,audit,inventory,mail,settings}/**/*Page.tsx',
]);

function page(path: string, module: string): PageRoute {
  const load = modules[`./${module}`];
  if (load === undefined) throw new Error(`There is no page ${module} for ${path}`);
  return { path, module, load };
}

export const adminPages: readonly PageRoute[] = [
  page('/admin', 'administration/dashboard/AdminPage.tsx'),
  page('/admin/reports', 'administration/reports/ReportsPage.tsx'),
  page('/admin/audit', 'audit/AuditPage.tsx'),
  page('/admin/verification', 'contracts/admin/VerificationPage.tsx'),
  page('/admin/verification/:id', 'contracts/admin/VerificationReviewPage.tsx'),
  page('/admin/users', 'accounts/admin/UsersPage.tsx'),
  page('/admin/resorts', 'resorts/admin/ResortsPage.tsx'),
  page('/admin/listings', 'listings/admin/ListingsPage.tsx'),
  page('/admin/listings/:id', 'listings/admin/ListingPage.tsx'),
  page('/admin/inventory', 'inventory/InventoryPage.tsx'),
  page('/admin/inventory/resorts', 'inventory/openResorts/OpenResortsPage.tsx'),
  page('/admin/inventory/runs/:id/rows', 'inventory/preview/PreviewRowsPage.tsx'),
  page('/admin/inventory/runs/:id', 'inventory/runs/RunPage.tsx'),
  page('/admin/settings', 'settings/AdminSettingsPage.tsx'),
  page('/admin/taxes', 'pricing/admin/TaxesPage.tsx'),
  page('/admin/mail', 'mail/AdminMailPage.tsx'),
  page('/admin/bookings', 'bookings/admin/BookingsPage.tsx'),
  page('/admin/bookings/holds', 'bookings/admin/UnpaidHoldsPage.tsx'),
  page('/admin/bookings/payouts', 'bookings/admin/HeldPayoutsPage.tsx'),
  page('/admin/inquiries', 'inquiries/admin/InquiriesPage.tsx'),
  page('/admin/inquiries/:id', 'inquiries/admin/InquiryPage.tsx'),
  page('/admin/organizations', 'partners/admin/OrganizationsPage.tsx'),
  page('/admin/moderation', 'moderation/admin/ModerationPage.tsx'),
];
