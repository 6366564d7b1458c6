/** Maximum size of a contract in bytes (SPEC section 9). */
export const maxContractBytes = 50_485_760;

/** Lifetime of upload and download links in seconds: 15 minutes. */
export const linkSeconds = 900;

export const mostParts = 10_000;

/** Maximum number of a person's uploads that no listing uses. */
export const mostOpenUploads = 60;

/** Hours without a change after which an unfinished upload is removed. */
export const hoursToUpload = 24;

/** Days that an accepted document is kept without a listing. */
export const daysToAttach = 7;
