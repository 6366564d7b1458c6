export const queueStatuses = [
  { value: 'PENDING', label: 'Waiting for the team' },
  { value: 'MORE_INFORMATION', label: 'Waiting for the owner' },
  { value: 'VERIFIED', label: 'Verified' },
  { value: 'REJECTED', label: 'Not approved' },
  { value: 'EXPIRED', label: 'Proof run out' },
] as const;

export type QueueStatus = (typeof queueStatuses)[number]['value'];

/** The queue status in a URL. Defaults to listings that wait for the team. */
export function queueStatusIn(params: URLSearchParams): QueueStatus {
  const asked = params.get('status')?.toUpperCase();
  return queueStatuses.find(({ value }) => value === asked)?.value ?? 'PENDING';
}

export const queuePath = (status: QueueStatus): string =>
  status === 'PENDING'
    ? '/admin/verification'
    : `/admin/verification?status=${status.toLowerCase()}`;
