import type { adminSettingsPageLoader_setting$data } from '../../../__generated__/adminSettingsPageLoader_setting.graphql.ts';

/** A setting as this page knows it: of an encrypted one, eight bullets for a value. */
export type Setting = adminSettingsPageLoader_setting$data;

/** What stands for an encrypted value; the server knows it, and keeps the value when it comes back. */
const bullet = '•';

export const isMask = (value: string): boolean =>
  value !== '' && value.replaceAll(bullet, '') === '';

/** What somebody typed into a field that showed the mask. */
export const typedOver = (value: string): string => value.replaceAll(bullet, '');

/** How the settings that the product reads itself are called. */
const labels: Readonly<Record<string, string>> = {
  site_title: 'Site Title',
  contact_email: 'Contact Email',
  contact_phone: 'Contact Phone',
  support_hours: 'Support Hours',
  facebook_url: 'Facebook Page',
  instagram_url: 'Instagram Page',
  youtube_url: 'YouTube Channel',
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

const smtpOrder = Object.keys(labels);

/** Those that are read first, in the order in which people fill them in; others behind them. */
export function inFormOrder(settings: readonly Setting[]): Setting[] {
  const place = ({ key }: Setting): number => {
    const index = smtpOrder.indexOf(key);
    return index === -1 ? smtpOrder.length : index;
  };
  return [...settings].sort((one, other) => place(one) - place(other));
}
