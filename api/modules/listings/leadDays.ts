import { addDays, isoDay } from '#common/days.ts';
import type { Site } from '../site/siteSettings.ts';

interface AtResort {
  resort: { certificateLeadDays: number | null; zone: { today: Date } };
}

type Setting = Pick<Site, 'certificateLeadDays'>;

/** Days before check-in by which the resort issues guest certificates. */
export const leadDays = (
  { resort }: { resort: Pick<AtResort['resort'], 'certificateLeadDays'> },
  site: Setting,
): number => resort.certificateLeadDays ?? site.certificateLeadDays;

/** The first arrival that paying confirms. A stay sooner than the lead time can only be requested. */
export const instantFrom = (listing: AtResort, site: Setting): string =>
  addDays(isoDay(listing.resort.zone.today), leadDays(listing, site));

/** Whether paying confirms the stay. The view instant_arrivals says the same. */
export const isInstantStay = (
  listing: { isInstant: boolean } & AtResort,
  checkIn: string,
  site: Setting,
): boolean => listing.isInstant && checkIn >= instantFrom(listing, site);
