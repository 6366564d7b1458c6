/** Which part of the queue an address asks for. */
interface QueueAddress {
  status: QueueStatus;
  /** Cursors; one of them at most. */
  after: string | null;
  before: string | null;
}

export const queueStatuses = [
  { value: 'PENDING', label: 'Waiting for the team' },
  { value: 'MORE_INFORMATION', label: 'Waiting for the owner' },
  { value: 'VERIFIED', label: 'Verified' },
  { value: 'REJECTED', label: 'Not approved' },
  { value: 'EXPIRED', label: 'Proof run out' },
] as const;

export type QueueStatus = (typeof queueStatuses)[number]['value'];

const queuePath = '/admin/verification';

/** What the address says, and for all it doesn't say the first page of those that wait. */
export function readQueueAddress(search: string): QueueAddress {
  const params = new URLSearchParams(search);
  const asked = params.get('status')?.toUpperCase();
  const before = params.get('before') || null;
  return {
    status: queueStatuses.find(({ value }) => value === asked)?.value ?? 'PENDING',
    after: before === null ? params.get('after') || null : null,
    before,
  };
}

export function queueAddress(
  status: QueueStatus,
  cursor: { after?: string | null | undefined; before?: string | null | undefined } = {},
): string {
  const params = new URLSearchParams();
  if (status !== 'PENDING') params.set('status', status.toLowerCase());
  if (cursor.after) params.set('after', cursor.after);
  if (cursor.before) params.set('before', cursor.before);
  return params.size > 0 ? `${queuePath}?${params}` : queuePath;
}
