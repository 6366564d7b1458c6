import { useDialogAddress } from '../../components/useDialogAddress.ts';

const dialogNames = ['profile', 'settings', 'property', 'saved-searches'] as const;

export type DashboardDialogName = (typeof dialogNames)[number];

export const useDashboardDialog = () => useDialogAddress(dialogNames);
