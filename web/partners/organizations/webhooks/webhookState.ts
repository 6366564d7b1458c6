import type { Status } from '#web/ui/basics/statuses.ts';
import { plural } from '#common/numbers.ts';

interface EndpointState {
  readonly pausedAt: string | null | undefined;
  readonly gaveUp: boolean;
  readonly failures: number;
}

export function endpointState({ pausedAt, gaveUp, failures }: EndpointState): Status {
  if (gaveUp) return { tone: 'bad', label: 'Paused: no answer for three days' };
  if (pausedAt != null) return { tone: 'quiet', label: 'Paused' };
  if (failures > 0) return { tone: 'open', label: 'Failing' };
  return { tone: 'good', label: 'Active' };
}

interface DeliveryState {
  readonly deliveredAt: string | null | undefined;
  readonly tries: number;
}

export function deliveryState({ deliveredAt, tries }: DeliveryState): Status {
  if (deliveredAt != null) return { tone: 'good', label: 'Delivered' };
  return tries > 0 ? { tone: 'open', label: 'Failing' } : { tone: 'quiet', label: 'Waiting' };
}

interface Progress {
  readonly tries: number;
  readonly answerStatus: number | null | undefined;
  readonly problem: string | null | undefined;
}

export function progressOf({ tries, answerStatus, problem }: Progress): string {
  // A resent delivery keeps its earlier result.
  if (tries === 0) return 'not tried yet';
  const outcome = answerStatus == null ? problem : `answered ${answerStatus}`;
  return [plural(tries, 'attempt'), outcome].filter(Boolean).join(' · ');
}
