import { plural } from '#common/numbers.ts';
export interface TransferSample {
  /** Milliseconds on any single clock. */
  at: number;
  bytes: number;
}

/** Milliseconds over which the speed is measured. */
const window = 8_000;

/** Milliseconds of samples below which the speed is unknown. */
const leastMs = 1_000;

export const withSample = (
  samples: readonly TransferSample[],
  sample: TransferSample,
): TransferSample[] => [...samples.filter(({ at }) => sample.at - at <= window), sample];

/** Seconds until the transfer ends, at its recent speed; undefined while that is unknown. */
export function secondsLeft(
  samples: readonly TransferSample[],
  totalBytes: number,
): number | undefined {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < leastMs || last.bytes <= first.bytes) {
    return undefined;
  }
  const perSecond = ((last.bytes - first.bytes) / (last.at - first.at)) * 1_000;
  return Math.ceil((totalBytes - last.bytes) / perSecond);
}

/** '40 seconds left', '2 minutes left'; rounded in steps, so that the text does not flicker. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 5) return 'a few seconds left';
  if (seconds < 55) return `${Math.ceil(seconds / 5) * 5} seconds left`;
  const minutes = Math.max(1, Math.round(seconds / 60));
  return `${plural(minutes, 'minute')} left`;
}
