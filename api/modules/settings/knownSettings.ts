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

const emptyOr = (check: z.ZodType<string>) => z.literal('').or(check);

const email = (key: keyof typeof labels) =>
  z
    .string()
    .trim()
    .pipe(z.email(`${labels[key]} must be an e-mail address`).max(254));

/** A check with one message for all its rules. */
const said = (check: z.ZodType<string>, message: string): z.ZodType<string> =>
  z.string().transform((value, context) => {
    const parsed = check.safeParse(value);
    if (parsed.success) {
      return parsed.data;
    }
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const socialPage = (key: SiteSettingKey): KnownSetting => ({
  description: `Address of your page at ${labels[key].split(' ', 1).join('')}, for the icon in the footer.`,
  check: said(
    emptyOr(z.string().trim().max(500).refine(isHttpsAddress)),
    `${labels[key]} must be an address that begins with https://`,
  ),
  encryption: 'never',
});

/** @param text the meaning of the first two parts of a line */
const claims = (key: SiteSettingKey, text: string): KnownSetting => ({
  description: `One in a line: ${text} | source | address of the source.`,
  check: z.string().superRefine((value, context) => {
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
  encryption: 'never',
});

const site: Record<SiteSettingKey, KnownSetting> = {
  site_title: {
    description: 'Name of the marketplace, in the header, in titles and in mail.',
    check: filledLine('site_title', 60),
    encryption: 'never',
  },
  contact_email: {
    description: 'Address for questions, on the site and in mail; the team is told here.',
    check: email('contact_email'),
    encryption: 'never',
  },
  contact_phone: {
    description: 'Telephone number of the support team.',
    check: filledLine('contact_phone', 40),
    encryption: 'never',
  },
  support_hours: {
    description: 'When the telephone is answered, with the time zone.',
    check: filledLine('support_hours', 200),
    encryption: 'never',
  },
  facebook_url: socialPage('facebook_url'),
  instagram_url: socialPage('instagram_url'),
  youtube_url: socialPage('youtube_url'),
  trust_figures: claims('trust_figures', 'figure | what it is about'),
  testimonials: claims('testimonials', 'what was said | who said it'),
  service_fee_percent: {
    description: 'What travelers pay to the site on top of nights and cleaning fee, in percent.',
    check: said(
      z
        .string()
        .trim()
        .regex(/^\d{1,2}(\.\d{1,2})?$/)
        .refine((percent) => Number(percent) <= 30),
      'Service Fee must be 0 to 30, with at most two decimals',
    ),
    encryption: 'never',
  },
};

const smtp: Record<SmtpKey, KnownSetting> = {
  smtp_host: {
    description: 'Name of the mail server. Without it messages wait.',
    check: said(
      z
        .string()
        .trim()
        .max(253)
        .regex(/^[^\s/@]*$/),
      'Host must be the name of a server, for example smtp.example.com',
    ),
    encryption: 'optional',
  },
  smtp_port: {
    description: '587 for TLS, 465 for SSL, 25 without encryption.',
    check: said(
      emptyOr(
        z
          .string()
          .trim()
          .regex(/^\d{1,5}$/)
          .refine((port) => Number(port) >= 1 && Number(port) <= 65_535),
      ),
      'Port must be 1 to 65535',
    ),
    encryption: 'optional',
  },
  smtp_secure: {
    description: 'How the connection is encrypted: none, tls or ssl.',
    check: said(
      z
        .string()
        .trim()
        .pipe(z.enum(['none', 'tls', 'ssl'])),
      'Security must be none, tls or ssl',
    ),
    encryption: 'optional',
  },
  smtp_username: {
    description: 'Account at the mail server. Without it there is no login.',
    check: line('smtp_username', 320),
    encryption: 'optional',
  },
  smtp_password: {
    description: 'Password of that account, stored encrypted.',
    check: z.string().max(1_000, 'Password may have at most 1,000 characters'),
    encryption: 'always',
  },
  smtp_from_name: {
    description: 'The sender that people see.',
    check: line('smtp_from_name', 100),
    encryption: 'optional',
  },
  smtp_from_email: {
    description: 'The address that mail comes from.',
    check: said(emptyOr(email('smtp_from_email')), 'From Email must be an e-mail address'),
    encryption: 'optional',
  },
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

interface FirstSetting {
  key: SmtpKey;
  value: string;
  description: string;
  isEncrypted: boolean;
}

/** The SMTP settings with their defaults (SPEC section 9). */
export function firstSmtpSettings(current: {
  title: string;
  contactEmail: string;
}): FirstSetting[] {
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
