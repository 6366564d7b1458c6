import type { CatalogueCache } from '#api/platform/cache/catalogueCache.ts';
import type { Prisma } from '#api/platform/database/database.ts';
import type { Log } from '#api/platform/process/log.ts';

export interface Site {
  title: string;
  /**
   * Contact address for people and for mail to the team; like phone and hours, empty on a real site
   * until set.
   */
  contactEmail: string;
  contactPhone: string;
  supportHours: string;
  socialLinks: SocialLink[];
  trustFigures: SourcedClaim[];
  testimonials: SourcedClaim[];
  serviceFeeBps: number;
  /** Days before check-in by which resorts issue guest certificates, unless they say otherwise. */
  certificateLeadDays: number;
  /** What an administrator can give as goodwill on a booking, in cents of its currency. */
  goodwillLimitCents: number;
  /** The deposit for a stay that is far ahead, in percent of its price; 0 for no deposits. */
  depositPercent: number;
  /** The highest deposit of a sale by card, in hundredths of its currency. */
  saleCardLimitCents: number;
  /** What another week may cost more than one that its owner cancelled, in cents of its currency. */
  rebookingLimitCents: number;
  /** Whether resorts, reviews and prices are invented samples. */
  holdsSampleData: boolean;
}

export interface SocialLink {
  network: SocialNetwork;
  url: string;
}

export interface SourcedClaim {
  text: string;
  about: string;
  source: string;
  sourceUrl: string;
}

export const mostClaims = 6;

export function claimOf(line: string): SourcedClaim | undefined {
  const [text = '', about = '', source = '', sourceUrl = '', ...more] = line
    .split('|')
    .map((part) => part.trim());
  const isWhole = text !== '' && about !== '' && source !== '' && more.length === 0;
  return isWhole && isHttpsAddress(sourceUrl) ? { text, about, source, sourceUrl } : undefined;
}

const claimsOf = (lines: string): SourcedClaim[] =>
  lines
    .split('\n')
    .flatMap((line) => claimOf(line) ?? [])
    .slice(0, mostClaims);

const socialKeys = {
  facebook_url: 'FACEBOOK',
  instagram_url: 'INSTAGRAM',
  youtube_url: 'YOUTUBE',
} as const;

export type SocialNetwork = (typeof socialKeys)[keyof typeof socialKeys];

export type SiteSettings = Awaited<ReturnType<typeof openSiteSettings>>;

const defaults = {
  site_title: 'Tideweek',
  contact_email: 'hello@tideweek.example',
  contact_phone: '+1 (555) 010-0199',
  support_hours: 'Monday to Friday 9 AM to 6 PM EST, Saturday 10 AM to 4 PM EST',
  facebook_url: '',
  instagram_url: '',
  youtube_url: '',
  trust_figures: '',
  testimonials: '',
  service_fee_percent: '8',
  certificate_lead_days: '14',
  goodwill_limit: '200.00',
  deposit_percent: '25',
  rebooking_limit: '200.00',
  sale_card_limit: '2500',
};

const noContact = { contact_email: '', contact_phone: '', support_hours: '' };

export type SiteSettingKey = keyof typeof defaults;

export const siteDefaults: Readonly<Record<SiteSettingKey, string>> = defaults;

/** Whether an address is safe as a link: an https URL without user name and password. */
export function isHttpsAddress(address: string): boolean {
  if (!URL.canParse(address)) {
    return false;
  }
  const { protocol, username, password } = new URL(address);
  return protocol === 'https:' && username === '' && password === '';
}

/** Reads the settings now, and again whenever they may have changed. */
export async function openSiteSettings(
  prisma: Prisma,
  catalogue: Pick<CatalogueCache, 'onChange' | 'forget'>,
  log: Log,
) {
  let site = await readSite(prisma);
  let begun = 0;
  let latest = 0;
  const refresh = async (): Promise<void> => {
    const turn = (begun += 1);
    try {
      const read = await readSite(prisma);
      // A refresh that began later has already finished; its result is newer.
      if (turn < latest) {
        return;
      }
      latest = turn;
      const differs = JSON.stringify(read) !== JSON.stringify(site);
      site = read;
      if (differs) {
        // Responses cached since the change contain old settings.
        catalogue.forget();
      }
    } catch (error) {
      log.warn({ err: error }, 'site settings could not be read again');
    }
  };
  catalogue.onChange((_payload, change) => {
    if (!change) void refresh();
  });
  return {
    current: (): Site =>
      site /** Reads the settings again, and clears the catalogue cache if they changed. Never rejects. */,
    refresh,
  };
}

export async function readSite(prisma: Prisma): Promise<Site> {
  const [settings, seed, serviceFee] = await Promise.all([
    prisma.siteSetting.findMany({
      where: { key: { in: Object.keys(defaults) }, isEncrypted: false },
      select: { key: true, value: true },
    }),
    prisma.installationFact.findUnique({ where: { key: 'sample_data' } }),
    // A trigger copies the setting to this table. Not findUnique: Prisma merges concurrent calls
    // into an `in`, which it refuses for booleans.
    prisma.serviceFee.findFirstOrThrow(),
  ]);
  const set: Partial<Record<SiteSettingKey, string>> = Object.fromEntries(
    settings.map(({ key, value }) => [key, value.trim()]).filter(([, value]) => value !== ''),
  );
  const holdsSampleData = seed !== null;
  // Nobody answers at the sample addresses on a real site.
  const values = { ...defaults, ...(!holdsSampleData && noContact), ...set };
  return {
    title: values.site_title,
    contactEmail: values.contact_email,
    contactPhone: values.contact_phone,
    supportHours: values.support_hours,
    socialLinks: Object.entries(socialKeys).flatMap(([key, network]) => {
      const url = values[key as keyof typeof socialKeys];
      return isHttpsAddress(url) ? [{ network, url }] : [];
    }),
    trustFigures: claimsOf(values.trust_figures),
    testimonials: claimsOf(values.testimonials),
    serviceFeeBps: serviceFee.rateBps,
    certificateLeadDays: Number(values.certificate_lead_days),
    goodwillLimitCents: Math.round(Number(values.goodwill_limit) * 100),
    depositPercent: Number(values.deposit_percent),
    saleCardLimitCents: Math.round(Number(values.sale_card_limit) * 100),
    rebookingLimitCents: Math.round(Number(values.rebooking_limit) * 100),
    holdsSampleData,
  };
}
