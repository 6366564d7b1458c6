import type { PageRoute } from './routes.tsx';

/** The admin screens. Browsers load this list with the first admin page only. */
export const adminPages: readonly PageRoute[] = [
  {
    path: '/admin',
    module: 'pages/admin/dashboard/AdminPage.tsx',
    load: () => import('./pages/admin/dashboard/AdminPage.tsx'),
  },
  {
    path: '/admin/reports',
    module: 'pages/admin/reports/ReportsPage.tsx',
    load: () => import('./pages/admin/reports/ReportsPage.tsx'),
  },
  {
    path: '/admin/audit',
    module: 'pages/admin/audit/AuditPage.tsx',
    load: () => import('./pages/admin/audit/AuditPage.tsx'),
  },
  {
    path: '/admin/verification',
    module: 'pages/admin/verification/VerificationPage.tsx',
    load: () => import('./pages/admin/verification/VerificationPage.tsx'),
  },
  {
    path: '/admin/verification/:id',
    module: 'pages/admin/verification/VerificationReviewPage.tsx',
    load: () => import('./pages/admin/verification/VerificationReviewPage.tsx'),
  },
  {
    path: '/admin/users',
    module: 'pages/admin/users/UsersPage.tsx',
    load: () => import('./pages/admin/users/UsersPage.tsx'),
  },
  {
    path: '/admin/resorts',
    module: 'pages/admin/resorts/ResortsPage.tsx',
    load: () => import('./pages/admin/resorts/ResortsPage.tsx'),
  },
  {
    path: '/admin/listings',
    module: 'pages/admin/listings/ListingsPage.tsx',
    load: () => import('./pages/admin/listings/ListingsPage.tsx'),
  },
  {
    path: '/admin/listings/:id',
    module: 'pages/admin/listings/ListingPage.tsx',
    load: () => import('./pages/admin/listings/ListingPage.tsx'),
  },
  {
    path: '/admin/inventory',
    module: 'pages/admin/inventory/InventoryPage.tsx',
    load: () => import('./pages/admin/inventory/InventoryPage.tsx'),
  },
  {
    path: '/admin/inventory/resorts',
    module: 'pages/admin/inventory/OpenResortsPage.tsx',
    load: () => import('./pages/admin/inventory/openResorts/OpenResortsPage.tsx'),
  },
  {
    path: '/admin/inventory/runs/:id/rows',
    module: 'pages/admin/inventory/PreviewRowsPage.tsx',
    load: () => import('./pages/admin/inventory/preview/PreviewRowsPage.tsx'),
  },
  {
    path: '/admin/inventory/runs/:id',
    module: 'pages/admin/inventory/RunPage.tsx',
    load: () => import('./pages/admin/inventory/runs/RunPage.tsx'),
  },
  {
    path: '/admin/settings',
    module: 'pages/admin/settings/AdminSettingsPage.tsx',
    load: () => import('./pages/admin/settings/AdminSettingsPage.tsx'),
  },
  {
    path: '/admin/taxes',
    module: 'pages/admin/taxes/TaxesPage.tsx',
    load: () => import('./pages/admin/taxes/TaxesPage.tsx'),
  },
  {
    path: '/admin/mail',
    module: 'pages/admin/mail/AdminMailPage.tsx',
    load: () => import('./pages/admin/mail/AdminMailPage.tsx'),
  },
  {
    path: '/admin/bookings',
    module: 'pages/admin/bookings/BookingsPage.tsx',
    load: () => import('./pages/admin/bookings/BookingsPage.tsx'),
  },
  {
    path: '/admin/bookings/payouts',
    module: 'pages/admin/bookings/HeldPayoutsPage.tsx',
    load: () => import('./pages/admin/bookings/HeldPayoutsPage.tsx'),
  },
  {
    path: '/admin/inquiries',
    module: 'pages/admin/inquiries/InquiriesPage.tsx',
    load: () => import('./pages/admin/inquiries/InquiriesPage.tsx'),
  },
  {
    path: '/admin/inquiries/:id',
    module: 'pages/admin/inquiries/InquiryPage.tsx',
    load: () => import('./pages/admin/inquiries/InquiryPage.tsx'),
  },
  {
    path: '/admin/organizations',
    module: 'pages/admin/organizations/OrganizationsPage.tsx',
    load: () => import('./pages/admin/organizations/OrganizationsPage.tsx'),
  },
  {
    path: '/admin/moderation',
    module: 'pages/admin/moderation/ModerationPage.tsx',
    load: () => import('./pages/admin/moderation/ModerationPage.tsx'),
  },
];
