import { useState } from 'react';
import { formatMoment, timeAgo } from '../ui/words/dates.ts';

interface AgeProps {
  instant: string;
}

export function Age({ instant }: AgeProps) {
  const [now] = useState(Date.now);
  return (
    // The minute may change between rendering on the server and in the browser.
    <time dateTime={instant} title={formatMoment(instant)} suppressHydrationWarning>
      {timeAgo(instant, now)}
    </time>
  );
}
