import { routesOf, type PageModule, type PageRoute } from './routes.tsx';

const page = routesOf(import.meta.glob<PageModule>('./pages/admin/**/*Page.tsx'));

/** The admin screens. Browsers load this list with the first admin page only. */
export const adminPages: readonly PageRoute[] = [
  page('/admin', 'pages/admin/dashboard/AdminPage.tsx'),
  page('/admin/reports', 'pages/admin/reports/ReportsPage.tsx'),
  page('/admin/audit', 'pages/admin/audit/AuditPage.tsx'),
  page('/admin/verification', 'pages/admin/verification/VerificationPage.tsx'),
  page('/admin/verification/:id', 'pages/admin/verification/VerificationReviewPage.tsx'),
  page('/admin/users', 'pages/admin/users/UsersPage.tsx'),
  page('/admin/resorts', 'pages/admin/resorts/ResortsPage.tsx'),
  page('/admin/listings', 'pages/admin/listings/ListingsPage.tsx'),
  page('/admin/listings/:id', 'pages/admin/listings/ListingPage.tsx'),
  page('/admin/inventory', 'pages/admin/inventory/InventoryPage.tsx'),
  page('/admin/inventory/resorts', 'pages/admin/inventory/openResorts/OpenResortsPage.tsx'),
  page('/admin/inventory/runs/:id/rows', 'pages/admin/inventory/preview/PreviewRowsPage.tsx'),
  page('/admin/inventory/runs/:id', 'pages/admin/inventory/runs/RunPage.tsx'),
  page('/admin/settings', 'pages/admin/settings/AdminSettingsPage.tsx'),
  page('/admin/taxes', 'pages/admin/taxes/TaxesPage.tsx'),
  page('/admin/mail', 'pages/admin/mail/AdminMailPage.tsx'),
  page('/admin/bookings', 'pages/admin/bookings/BookingsPage.tsx'),
  page('/admin/bookings/holds', 'pages/admin/bookings/UnpaidHoldsPage.tsx'),
  page('/admin/bookings/payouts', 'pages/admin/bookings/HeldPayoutsPage.tsx'),
  page('/admin/inquiries', 'pages/admin/inquiries/InquiriesPage.tsx'),
  page('/admin/inquiries/:id', 'pages/admin/inquiries/InquiryPage.tsx'),
  page('/admin/organizations', 'pages/admin/organizations/OrganizationsPage.tsx'),
  page('/admin/moderation', 'pages/admin/moderation/ModerationPage.tsx'),
];
