import { StatusBadge } from '../ui/basics/StatusBadge.tsx';
import { nightsWords } from './nightsWords.ts';

interface LeftBadgeProps {
  status: string;
  nights: number;
  freeNights: number;
  minNights: number;
}

/** Number of nights left in a published listing; nothing while all are free. */
export function LeftBadge({ status, nights, freeNights, minNights }: LeftBadgeProps) {
  if (status !== 'PUBLISHED' || freeNights === nights) return null;
  const label = nightsWords(nights, freeNights, minNights);
  return <StatusBadge status={{ tone: freeNights === 0 ? 'strong' : 'quiet', label }} />;
}
