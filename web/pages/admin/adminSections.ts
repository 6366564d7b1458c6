import type { IconName } from '../../components/Icon.tsx';

interface AdminSection {
  label: string;
  path: string;
  icon: IconName;
}

/** The admin screens, in the order of their navigation. A new screen is listed here. */
export const adminSections: readonly AdminSection[] = [
  { label: 'Dashboard', path: '/admin', icon: 'home' },
  { label: 'Users', path: '/admin/users', icon: 'user' },
  { label: 'Resorts', path: '/admin/resorts', icon: 'beach' },
  { label: 'Reports', path: '/admin/reports', icon: 'sparkle' },
  { label: 'Audit Log', path: '/admin/audit', icon: 'list' },
  { label: 'Verification', path: '/admin/verification', icon: 'shield' },
  { label: 'Settings', path: '/admin/settings', icon: 'filter' },
  { label: 'Mail', path: '/admin/mail', icon: 'mail' },
];
