import type { Status } from '#web/ui/basics/statuses.ts';
import { dayMs } from '#common/days.ts';

/** Days before expiry from which a token counts as expiring, as in the mail about it. */
const warningDays = 14;

interface TokenTimes {
  readonly expiresAt: string;
  readonly revokedAt: string | null | undefined;
}

/** Whether a token works. @param now Milliseconds since 1970. */
export function tokenState({ expiresAt, revokedAt }: TokenTimes, now: number): Status {
  if (revokedAt != null) return { tone: 'quiet', label: 'Revoked' };
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return { tone: 'quiet', label: 'Expired' };
  if (left <= warningDays * dayMs) return { tone: 'open', label: 'Expires soon' };
  return { tone: 'good', label: 'Active' };
}
