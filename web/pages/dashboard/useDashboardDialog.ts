import { useAddressDialog } from '../../ui/dialogs/useAddressDialog.ts';

const dialogNames = ['property', 'saved-searches'] as const;

export type DashboardDialogName = (typeof dialogNames)[number];

/** The dialog that the dashboard shows. */
export const useDashboardDialog = () => useAddressDialog(dialogNames);
