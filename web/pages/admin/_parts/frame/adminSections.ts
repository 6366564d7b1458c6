import type { IconName } from '../../../../ui/basics/Icon.tsx';
import type { Task } from './SectionCount.tsx';

interface AdminSection {
  label: string;
  path: string;
  icon: IconName;
  /** The kind of task that can wait there, and the word for it. */
  tasks?: { task: Task; word: string };
}

/** The admin screens in navigation order. Add new screens here. */
export const adminSections: readonly AdminSection[] = [
  { label: 'Dashboard', path: '/admin', icon: 'home' },
  {
    label: 'Verification',
    path: '/admin/verification',
    icon: 'shield',
    tasks: { task: 'verifications', word: 'waiting' },
  },
  { label: 'Users', path: '/admin/users', icon: 'user' },
  { label: 'Resorts', path: '/admin/resorts', icon: 'beach' },
  { label: 'Listings', path: '/admin/listings', icon: 'key' },
  {
    label: 'Inventory',
    path: '/admin/inventory',
    icon: 'retry',
    tasks: { task: 'failedSyncs', word: 'failed' },
  },
  { label: 'Bookings', path: '/admin/bookings', icon: 'calendar' },
  {
    label: 'Inquiries',
    path: '/admin/inquiries',
    icon: 'chat',
    tasks: { task: 'inquiries', word: 'waiting' },
  },
  {
    label: 'Moderation',
    path: '/admin/moderation',
    icon: 'flag',
    tasks: { task: 'reports', word: 'waiting' },
  },
  {
    label: 'Organizations',
    path: '/admin/organizations',
    icon: 'compass',
    tasks: { task: 'organizations', word: 'waiting' },
  },
  {
    label: 'Mail',
    path: '/admin/mail',
    icon: 'mail',
    tasks: { task: 'failedMails', word: 'failed' },
  },
  { label: 'Reports', path: '/admin/reports', icon: 'sparkle' },
  { label: 'Settings', path: '/admin/settings', icon: 'filter' },
  { label: 'Audit Log', path: '/admin/audit', icon: 'list' },
];
