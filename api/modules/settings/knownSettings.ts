import { z } from 'zod';
import {
  claimOf,
  isHttpsAddress,
  mostClaims,
  siteDefaults,
  type SiteSettingKey,
} from '../site/siteSettings.ts';
import { providerKey, providerOfKey } from '../inventory/sources/providerKey.ts';
import { smtpKeys, type SmtpKey } from '../mail/smtpSettings.ts';

export interface KnownSetting {
  description: string;
  /** Validates the value; each message begins with the field's label. */
  check: z.ZodType<string>;
  /** `always`: stored encrypted only. `never`: shown to everyone, so never encrypted. */
  encryption: 'always' | 'never' | 'optional';
}

const labels = {
  site_title: 'Site Title',
  contact_email: 'Contact Email',
  contact_phone: 'Contact Phone',
  support_hours: 'Support Hours',
  facebook_url: 'Facebook Page',
  instagram_url: 'Instagram Page',
  youtube_url: 'YouTube Channel',
  trust_figures: 'Trust Figures',
  testimonials: 'Testimonials',
  service_fee_percent: 'Service Fee',
  certificate_lead_days: 'Certificate Lead Days',
  goodwill_limit: 'Goodwill Limit',
  deposit_percent: 'Deposit',
  rebooking_limit: 'Rebooking Limit',
  sale_card_limit: 'Sale Deposit by Card',
  smtp_host: 'Host',
  smtp_port: 'Port',
  smtp_secure: 'Security',
  smtp_username: 'Username',
  smtp_password: 'Password',
  smtp_from_name: 'From Name',
  smtp_from_email: 'From Email',
} satisfies Record<SiteSettingKey | SmtpKey, string>;

export const settingLabel = (key: string): string =>
  Object.hasOwn(labels, key) ? labels[key as keyof typeof labels] : key;

const line = (key: keyof typeof labels, longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `${labels[key]} may have at most ${longest} characters`)
    .regex(/^[^\r\n]*$/, `${labels[key]} must be one line`);

const filledLine = (key: keyof typeof labels, longest: number) =>
  line(key, longest).min(
    1,
    `${labels[key]} may not be empty; delete it to go back to what it was first`,
  );

const email = (key: keyof typeof labels) =>
  z
    .string()
    .trim()
    .pipe(z.email(`${labels[key]} must be an e-mail address`).max(254));

/** A check with one message for all its rules. */
const said = (fits: (value: string) => boolean, message: string): z.ZodType<string> =>
  z.string().trim().refine(fits, message);

const kept =
  (encryption: KnownSetting['encryption']) =>
  (description: string, check: KnownSetting['check']): KnownSetting => ({
    description,
    check,
    encryption,
  });

const shown = kept('never');
const optional = kept('optional');

const socialPage = (key: SiteSettingKey) =>
  shown(
    `Address of your page at ${labels[key].split(' ', 1).join('')}, for the icon in the footer.`,
    said(
      (url) => url === '' || (url.length <= 500 && isHttpsAddress(url)),
      `${labels[key]} must be an address that begins with https://`,
    ),
  );

/** @param text the meaning of the first two parts of a line */
const claims = (key: SiteSettingKey, text: string) =>
  shown(
    `One in a line: ${text} | source | address of the source.`,
    z.string().superRefine((value, context) => {
      const lines = value.split('\n').map((line) => line.trim());
      const refuse = (message: string) => context.addIssue({ code: 'custom', message });
      if (lines.filter(Boolean).length > mostClaims) {
        refuse(`${labels[key]} may have at most ${mostClaims} lines`);
      }
      const wrong = lines.findIndex((line) => line !== '' && !claimOf(line));
      if (wrong !== -1) {
        refuse(
          `${labels[key]}, line ${wrong + 1}: write ${text} | source | address of the source, which begins with https://`,
        );
      }
    }),
  );

const site: Record<SiteSettingKey, KnownSetting> = {
  site_title: shown(
    'Name of the marketplace, in the header, in titles and in mail.',
    filledLine('site_title', 60),
  ),
  contact_email: shown(
    'Address for questions, on the site and in mail; the team is told here.',
    email('contact_email'),
  ),
  contact_phone: shown('Telephone number of the support team.', filledLine('contact_phone', 40)),
  support_hours: shown(
    'When the telephone is answered, with the time zone.',
    filledLine('support_hours', 200),
  ),
  facebook_url: socialPage('facebook_url'),
  instagram_url: socialPage('instagram_url'),
  youtube_url: socialPage('youtube_url'),
  trust_figures: claims('trust_figures', 'figure | what it is about'),
  testimonials: claims('testimonials', 'what was said | who said it'),
  service_fee_percent: shown(
    'What travelers pay to the site on top of nights and cleaning fee, in percent.',
    said(
      (percent) => /^\d{1,2}(\.\d{1,2})?$/.test(percent) && Number(percent) <= 30,
      'Service Fee must be 0 to 30, with at most two decimals',
    ),
  ),
  certificate_lead_days: shown(
    'Days before check-in by which resorts issue guest certificates. A stay that starts sooner can only be requested.',
    said(
      (days) => /^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= 120,
      'Certificate Lead Days must be 1 to 120',
    ),
  ),
  goodwill_limit: shown(
    'What administrators can give as goodwill on a booking, in its currency; 0 for nothing.',
    said(
      (amount) => /^\d{1,5}(\.\d{1,2})?$/.test(amount) && Number(amount) <= 10_000,
      'Goodwill Limit must be 0 to 10000, with at most two decimals',
    ),
  ),
  deposit_percent: shown(
    'What travelers can pay first of a stay that begins in more than 90 days, in percent; 0 for no deposits.',
    said(
      (percent) => /^\d{1,2}$/.test(percent) && Number(percent) <= 90,
      'Deposit must be a whole number from 0 to 90',
    ),
  ),
  sale_card_limit: shown(
    'The highest deposit of a sale that its buyer can pay by card, in the currency of the sale; 0 for none.',
    said(
      (amount) => /^\d{1,6}(\.\d{1,2})?$/.test(amount) && Number(amount) <= 100_000,
      'Sale Deposit by Card must be 0 to 100000, with at most two decimals',
    ),
  ),
  rebooking_limit: shown(
    'What another week may cost more than one that its owner cancelled, in its currency; the difference is taken off the later payouts of this owner. 0 for nothing.',
    said(
      (amount) => /^\d{1,5}(\.\d{1,2})?$/.test(amount) && Number(amount) <= 10_000,
      'Rebooking Limit must be 0 to 10000, with at most two decimals',
    ),
  ),
};

const smtp: Record<SmtpKey, KnownSetting> = {
  smtp_host: optional(
    'Name of the mail server. Without it messages wait.',
    said(
      (host) => /^[^\s/@]{0,253}$/.test(host),
      'Host must be the name of a server, for example smtp.example.com',
    ),
  ),
  smtp_port: optional(
    '587 for TLS, 465 for SSL, 25 without encryption.',
    said(
      (port) => /^(\d{1,5})?$/.test(port) && Number(port || 1) >= 1 && Number(port) <= 65_535,
      'Port must be 1 to 65535',
    ),
  ),
  smtp_secure: optional(
    'How the connection is encrypted: none, tls or ssl.',
    said(
      (security) => ['none', 'tls', 'ssl'].includes(security),
      'Security must be none, tls or ssl',
    ),
  ),
  smtp_username: optional(
    'Account at the mail server. Without it there is no login.',
    line('smtp_username', 320),
  ),
  smtp_password: {
    description: 'Password of that account, stored encrypted.',
    check: z.string().max(1_000, 'Password may have at most 1,000 characters'),
    encryption: 'always',
  },
  smtp_from_name: optional('The sender that people see.', line('smtp_from_name', 100)),
  smtp_from_email: optional(
    'The address that mail comes from.',
    said(
      (address) => address === '' || email('smtp_from_email').safeParse(address).success,
      'From Email must be an e-mail address',
    ),
  ),
};

const known = new Map<string, KnownSetting>(Object.entries({ ...site, ...smtp }));

export const knownSetting = (key: string): KnownSetting | undefined =>
  known.get(key) ?? (providerOfKey(key) === undefined ? undefined : keyOfProvider);

const keyOfProvider: KnownSetting = {
  description: 'What an outside provider of inventory is asked with, stored encrypted.',
  check: providerKey('The key of a provider'),
  encryption: 'always',
};

export const isSiteSetting = (key: string): boolean => key in siteDefaults;

/** The SMTP settings with their defaults (SPEC section 9). */
export function firstSmtpSettings(current: { title: string; contactEmail: string }) {
  const values: Record<SmtpKey, string> = {
    smtp_host: '',
    smtp_port: '587',
    smtp_secure: 'tls',
    smtp_username: '',
    smtp_password: '',
    smtp_from_name: `${current.title} Sales`,
    smtp_from_email: current.contactEmail.replace(/^.*@/, 'sales@'),
  };
  return smtpKeys.map((key) => ({
    key,
    value: values[key],
    description: smtp[key].description,
    isEncrypted: smtp[key].encryption === 'always',
  }));
}
