import { useAddressDialog } from '../../components/useAddressDialog.ts';

const dialogNames = ['profile', 'settings', 'property', 'saved-searches'] as const;

export type DashboardDialogName = (typeof dialogNames)[number];

export const useDashboardDialog = () => useAddressDialog(dialogNames);
