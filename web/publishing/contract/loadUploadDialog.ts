/** Loads the dialog and its upload client, only when someone is about to upload. */
export const loadUploadDialog = () => import('#web/listings/upload/ContractUploadDialog.tsx');
