import type { Deps } from './context/context.ts';
import { accountRetention } from './modules/accounts/retention.ts';
import { adminResortRetention } from './modules/resorts/admin/retention.ts';
import { contractRetention } from './modules/contracts/retention.ts';
import { inventoryRetention } from './modules/inventory/retention.ts';
import { mailRetention } from './modules/mail/retention.ts';
import { partnerRetention } from './modules/partners/retention.ts';
import { paymentRetention } from './modules/payments/retention.ts';
import { pictureRetention } from './modules/pictures/retention.ts';
import { reconciliationRetention } from './modules/reconciliation/retention.ts';
import { savedSearchRetention } from './modules/savedSearches/retention.ts';
import { platformRetention, type Retention } from './platform/housekeeping.ts';

/** All data that is kept for a limited time; the job `housekeeping` removes it. */
export const retention: readonly Retention<Deps>[] = [
  ...platformRetention,
  ...accountRetention,
  ...mailRetention,
  ...savedSearchRetention,
  ...inventoryRetention,
  ...adminResortRetention,
  ...contractRetention,
  ...pictureRetention,
  ...partnerRetention,
  ...paymentRetention,
  ...reconciliationRetention,
];
