import type { LeavingStep } from './context/context.ts';
import { discardContracts } from './modules/contracts/contracts.ts';
import { withdrawListingsOf } from './modules/publishing/editListing.ts';

/** What areas do when a person goes; accounts know none of them. */
export const leaving: readonly LeavingStep[] = [discardContracts, withdrawListingsOf];
