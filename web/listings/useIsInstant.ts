import { addDays } from '#common/days.ts';
import { useSiteFacts } from '../page/siteFacts.ts';

interface StayAt {
  /** Of its listing. */
  isInstant: boolean;
  timezone: string;
  certificateLeadDays: number | null | undefined;
  checkIn: string | undefined;
}

/** Whether paying confirms a stay, as `StayQuote.isInstant`: one that starts soon is requested. */
export function useIsInstant(): (stay: StayAt) => boolean {
  const { certificateLeadDays: usual } = useSiteFacts();
  return ({ isInstant, timezone, certificateLeadDays, checkIn }) =>
    isInstant &&
    (checkIn === undefined || checkIn >= addDays(todayIn(timezone), certificateLeadDays ?? usual));
}

const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
