/** How much of a transfer had gone at a time. */
export interface TransferSample {
  /** Milliseconds of any one clock. */
  at: number;
  bytes: number;
}

/** Milliseconds of the past that tell the speed. */
const window = 8_000;

/** Less than that says nothing. */
const leastMs = 1_000;

/** The samples with another, without those that are too old to say anything. */
export const withSample = (
  samples: readonly TransferSample[],
  sample: TransferSample,
): TransferSample[] => [...samples.filter(({ at }) => sample.at - at <= window), sample];

/** Seconds until everything has gone, as it went lately; undefined while that can't be told. */
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

/** '40 seconds left', '2 minutes left'; in steps, so that it doesn't flicker. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 5) return 'a few seconds left';
  if (seconds < 55) return `${Math.ceil(seconds / 5) * 5} seconds left`;
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes === 1 ? '1 minute left' : `${minutes} minutes left`;
}
