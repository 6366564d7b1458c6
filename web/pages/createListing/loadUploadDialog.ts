/** Nobody loads the dialog, and the client behind it, before they are about to upload. */
export const loadUploadDialog = () => import('../../components/upload/ContractUploadDialog.tsx');
