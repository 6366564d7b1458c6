import { useState } from 'react';
import { formatMoment, timeAgo } from '../ui/words/dates.ts';

export function Age({ instant }: { instant: string }) {
  const [now] = useState(Date.now);
  return (
    // The minute may change between rendering on the server and in the browser.
    <time dateTime={instant} title={formatMoment(instant)} suppressHydrationWarning>
      {timeAgo(instant, now)}
    </time>
  );
}
