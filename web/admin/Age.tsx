import { useState } from 'react';
import { formatMoment, timeAgo } from '../ui/words/dates.ts';

interface AgeProps {
  instant: string;
}

/** How long ago an instant was, with the exact moment on hover. */
export function Age({ instant }: AgeProps) {
  const [now] = useState(Date.now);
  return (
    // The minute may change between the server's rendering and the browser's.
    <time dateTime={instant} title={formatMoment(instant)} suppressHydrationWarning>
      {timeAgo(instant, now)}
    </time>
  );
}
