import type { IconName } from '../../components/Icon.tsx';

interface AdminSection {
  label: string;
  path: string;
  icon: IconName;
}

/** The admin screens, in the order of their navigation. A new screen is listed here. */
export const adminSections: readonly AdminSection[] = [
  { label: 'Dashboard', path: '/admin', icon: 'home' },
  { label: 'Verification', path: '/admin/verification', icon: 'shield' },
  { label: 'Users', path: '/admin/users', icon: 'user' },
  { label: 'Resorts', path: '/admin/resorts', icon: 'beach' },
  { label: 'Inventory', path: '/admin/inventory', icon: 'retry' },
  { label: 'Bookings', path: '/admin/bookings', icon: 'calendar' },
  { label: 'Inquiries', path: '/admin/inquiries', icon: 'chat' },
  { label: 'Moderation', path: '/admin/moderation', icon: 'flag' },
  { label: 'Mail', path: '/admin/mail', icon: 'mail' },
  { label: 'Reports', path: '/admin/reports', icon: 'sparkle' },
  { label: 'Settings', path: '/admin/settings', icon: 'filter' },
  { label: 'Audit Log', path: '/admin/audit', icon: 'list' },
];
