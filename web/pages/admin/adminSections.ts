import type { IconName } from '../../components/Icon.tsx';

interface AdminSection {
  label: string;
  path: string;
  icon: IconName;
}

/** The admin screens, in the order of their navigation. A new screen is listed here. */
export const adminSections: readonly AdminSection[] = [
  { label: 'Settings', path: '/admin/settings', icon: 'filter' },
  { label: 'Mail', path: '/admin/mail', icon: 'mail' },
];
