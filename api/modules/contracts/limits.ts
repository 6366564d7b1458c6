/** The most bytes that a contract may have (SPEC section 9). */
export const maxContractBytes = 50_485_760;

/** Seconds that links to send or open a document last: 15 minutes. */
export const linkSeconds = 900;

/** The most pieces of one upload, as in S3. */
export const mostParts = 10_000;

/** Uploads of one person that no listing uses yet. */
export const mostOpenUploads = 60;

/** Hours after which an upload that nobody goes on with is removed. */
export const hoursToUpload = 24;

/** Days that a finished document waits for its listing. */
export const daysToAttach = 7;
