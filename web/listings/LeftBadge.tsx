import { StatusBadge } from '../ui/basics/StatusBadge.tsx';
import { nightsWords } from './nightsWords.ts';

interface LeftBadgeProps {
  status: string;
  nights: number;
  freeNights: number;
  minNights: number;
}

export function LeftBadge({ status, nights, freeNights, minNights }: LeftBadgeProps) {
  if (status !== 'PUBLISHED' || freeNights === nights) return null;
  const label = nightsWords(nights, freeNights, minNights);
  return <StatusBadge status={{ tone: freeNights === 0 ? 'strong' : 'quiet', label }} />;
}
