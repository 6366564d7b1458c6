const counts = new Intl.NumberFormat('en-US');

export function formatCount(count: number): string {
  return counts.format(count);
}

export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A number of bytes as people read it: '840 KB', '20.0 MB'. */
export function formatBytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${formatCount(Math.max(1, Math.round(bytes / 1_000)))} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
