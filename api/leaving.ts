import type { LeavingStep } from './context/context.ts';
import { discardContracts } from './modules/contracts/contracts.ts';
import { leaveOrganizations } from './modules/partners/organizations/organizations.ts';
import { leavePayouts } from './modules/payouts/leavePayouts.ts';
import { deletePicturesOf } from './modules/pictures/pictures.ts';
import { withdrawListingsOf } from './modules/publishing/editListing.ts';

/** Steps of other areas when an account is removed; the accounts area imports none of these. */
export const leaving: readonly LeavingStep[] = [
  leavePayouts,
  leaveOrganizations,
  discardContracts,
  deletePicturesOf,
  withdrawListingsOf,
];
