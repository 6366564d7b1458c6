export const loadUploadDialog = () => import('#web/listings/upload/ContractUploadDialog.tsx');
