import { accountRoutes } from './modules/accounts/accounts.rest.ts';
import { accountDataRoutes } from './modules/accounts/data/accountData.rest.ts';
import { adminResortRoutes } from './modules/resorts/admin/adminResorts.rest.ts';
import { adminUserRoutes } from './modules/accounts/admin/adminUsers.rest.ts';
import { escrowRoutes } from './modules/escrow/escrow.rest.ts';
import { contractRoutes } from './modules/contracts/contracts.rest.ts';
import { uploadRoutes } from './modules/contracts/uploads/uploads.rest.ts';
import { inquiryRoutes } from './modules/inquiries/inquiries.rest.ts';
import { inventoryRoutes } from './modules/inventory/inventory.rest.ts';
import { quoteRoutes } from './modules/listings/quotes.rest.ts';
import { bookingRoutes } from './modules/bookings/bookings.rest.ts';
import { calendarRoutes } from './modules/listings/calendar.rest.ts';
import { listingRoutes } from './modules/publishing/publishing.rest.ts';
import { applyOutcome } from './modules/bookings/payment/settlePayment.ts';
import { paymentSandboxRoutes, paymentWebhook } from './modules/payments/payments.rest.ts';
import { accountChanged } from './modules/payouts/payoutAccounts.ts';
import { payoutRoutes } from './modules/payouts/payouts.rest.ts';
import { pictureRoutes } from './modules/pictures/pictures.rest.ts';
import { resortRoutes } from './modules/resorts/resorts.rest.ts';
import { reviewRoutes } from './modules/reviews/reviews.rest.ts';
import { savedSearchRoutes } from './modules/savedSearches/savedSearches.rest.ts';
import { settingRoutes } from './modules/settings/settings.rest.ts';
import { testMailRoutes } from './modules/mail/admin/testMail.rest.ts';
import type { RestRoute } from './rest/route.ts';

/** Every documented route under /api and /s3 (docs/rest.md). */
export const restRoutes: RestRoute[] = [
  ...accountRoutes,
  ...accountDataRoutes,
  ...adminResortRoutes,
  ...adminUserRoutes,
  ...escrowRoutes,
  ...contractRoutes,
  ...uploadRoutes,
  ...inquiryRoutes,
  ...inventoryRoutes,
  ...bookingRoutes,
  ...calendarRoutes,
  ...quoteRoutes,
  ...listingRoutes,
  ...paymentSandboxRoutes,
  paymentWebhook((deps) => ({
    apply: applyOutcome(deps),
    accountChanged: (reference) => accountChanged(deps, reference),
  })),
  ...payoutRoutes,
  ...pictureRoutes,
  ...savedSearchRoutes,
  ...resortRoutes,
  ...reviewRoutes,
  ...settingRoutes,
  ...testMailRoutes,
];
