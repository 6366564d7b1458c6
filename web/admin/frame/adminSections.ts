import type { IconName } from '#web/ui/basics/Icon.tsx';
import type { TaskKind } from '../tasks/taskWords.ts';

interface AdminSection {
  label: string;
  path: string;
  icon: IconName;
  tasks?: { kinds: readonly TaskKind[]; word: string };
}

export const adminSections: readonly AdminSection[] = [
  { label: 'Dashboard', path: '/admin', icon: 'home' },
  {
    label: 'Verification',
    path: '/admin/verification',
    icon: 'shield',
    tasks: { kinds: ['VERIFICATION'], word: 'waiting' },
  },
  { label: 'Users', path: '/admin/users', icon: 'user' },
  { label: 'Resorts', path: '/admin/resorts', icon: 'beach' },
  { label: 'Listings', path: '/admin/listings', icon: 'key' },
  {
    label: 'Inventory',
    path: '/admin/inventory',
    icon: 'retry',
    tasks: { kinds: ['SYNC', 'RESORT_MATCH'], word: 'waiting' },
  },
  {
    label: 'Bookings',
    path: '/admin/bookings',
    icon: 'calendar',
    tasks: {
      kinds: ['DISPUTE', 'LONE_APPEAL', 'REQUEST', 'CERTIFICATE', 'PAYOUT', 'REFUND'],
      word: 'waiting',
    },
  },
  { label: 'Sales', path: '/admin/sales', icon: 'document' },
  {
    label: 'Inquiries',
    path: '/admin/inquiries',
    icon: 'chat',
    tasks: { kinds: ['INQUIRY'], word: 'waiting' },
  },
  {
    label: 'Moderation',
    path: '/admin/moderation',
    icon: 'flag',
    tasks: { kinds: ['REVIEW_REPORT', 'MESSAGE_REPORT', 'ESCROW'], word: 'waiting' },
  },
  {
    label: 'Organizations',
    path: '/admin/organizations',
    icon: 'compass',
    tasks: { kinds: ['ORGANIZATION'], word: 'waiting' },
  },
  {
    label: 'Mail',
    path: '/admin/mail',
    icon: 'mail',
    tasks: { kinds: ['MAIL'], word: 'failed' },
  },
  { label: 'Reports', path: '/admin/reports', icon: 'sparkle' },
  {
    label: 'Reconciliation',
    path: '/admin/reconciliation',
    icon: 'check',
    tasks: { kinds: ['DIFFERENCE'], word: 'to settle' },
  },
  { label: 'Settings', path: '/admin/settings', icon: 'filter' },
  { label: 'Audit Log', path: '/admin/audit', icon: 'list' },
];
