/** Loads the dialog and its upload client, only when someone is about to upload. */
export const loadUploadDialog = () => import('../../../listings/upload/ContractUploadDialog.tsx');
