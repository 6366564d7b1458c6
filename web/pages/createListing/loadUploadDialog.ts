/** Nobody loads the dialog, and the client behind it, before they are about to upload. */
export const loadUploadDialog = () => import('../../listings/upload/ContractUploadDialog.tsx');
