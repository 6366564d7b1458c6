import type { AdminSettingsPageQuery } from '../__generated__/AdminSettingsPageQuery.graphql.ts';

/** A setting on this page; the value of an encrypted one is a mask of eight bullets. */
export type Setting = NonNullable<AdminSettingsPageQuery['response']['settings']>[number];

/** The character of the mask. The server keeps the stored value if it receives the mask. */
const bullet = '•';

export const isMask = (value: string): boolean =>
  value !== '' && value.replaceAll(bullet, '') === '';

/** Removes the mask from what was typed into a masked field. */
export const typedOver = (value: string): string => value.replaceAll(bullet, '');

/** Labels of the settings that the product reads. */
const labels: Readonly<Record<string, string>> = {
  site_title: 'Site Title',
  contact_email: 'Contact Email',
  contact_phone: 'Contact Phone',
  support_hours: 'Support Hours',
  facebook_url: 'Facebook Page',
  instagram_url: 'Instagram Page',
  youtube_url: 'YouTube Channel',
  trust_figures: 'Trust Figures',
  testimonials: 'Testimonials',
  service_fee_percent: 'Service Fee (%)',
  goodwill_limit: 'Goodwill Limit',
  deposit_percent: 'Deposit (%)',
  sale_card_limit: 'Sale Deposit by Card',
  rebooking_limit: 'Rebooking Limit',
  smtp_host: 'Host',
  smtp_port: 'Port',
  smtp_secure: 'Security',
  smtp_username: 'Username',
  smtp_password: 'Password',
  smtp_from_name: 'From Name',
  smtp_from_email: 'From Email',
};

export const labelOf = (key: string): string | undefined =>
  Object.hasOwn(labels, key) ? labels[key] : undefined;

const hints: Readonly<Record<string, string>> = {
  trust_figures:
    'One figure in a line: 4.6 out of 5 | based on 312 reviews | Trustpilot, May | https://…',
  testimonials: 'One voice in a line: What was said | Who said it | Where, when | https://…',
};

/** How the value of a setting is written, where that needs words. */
export const hintOf = (key: string): string | undefined =>
  Object.hasOwn(hints, key) ? hints[key] : undefined;

const smtpOrder = Object.keys(labels);

export function inFormOrder(settings: readonly Setting[]): Setting[] {
  const place = ({ key }: Setting): number => {
    const index = smtpOrder.indexOf(key);
    return index === -1 ? smtpOrder.length : index;
  };
  return [...settings].sort((one, other) => place(one) - place(other));
}
