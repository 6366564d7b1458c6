import { addDays } from '#common/days.ts';
import { useSiteFacts } from '../page/siteFacts.ts';

interface ListingAt {
  isInstant: boolean;
  resort: { timezone: string; certificateLeadDays: number | null | undefined };
}

/** Whether paying confirms a stay, as `StayQuote.isInstant`: one that starts soon is requested. */
export function useIsInstant(): (listing: ListingAt, checkIn: string | undefined) => boolean {
  const { certificateLeadDays: usual } = useSiteFacts();
  return ({ isInstant, resort: { timezone, certificateLeadDays } }, checkIn) =>
    isInstant &&
    (checkIn === undefined || checkIn >= addDays(todayIn(timezone), certificateLeadDays ?? usual));
}

const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
