import { siteUrl } from './fixtures.ts';

export interface Screen {
  path: string | (() => Promise<string>);
  signedIn?: boolean;
  /** As an administrator. */
  isAdmin?: boolean;
  /** Answered with status 404. */
  isMissing?: boolean;
  /** The dialog that the address opens. */
  dialog?: string;
  /** Whose header and footer are tried too, for all pages that have the same. */
  walksFrame?: boolean;
}

/** Every page that visitors and members see, with what an address can open on it. */
export const screens: Record<string, Screen> = {
  Home: { path: '/' },
  'Home, signed in': { path: '/', signedIn: true },
  Search: { path: '/search' },
  'Search with filters': { path: '/search?q=mexico&price=100-300&rating=4&guests=2' },
  'Search on the map': { path: '/search?view=map' },
  'Search without results': { path: '/search?q=zzqqxxyy' },
  'Sell, signed out': { path: '/search?type=sell' },
  'Sell, signed in': { path: '/search?type=sell', signedIn: true },
  Resort: { path: resortPath },
  'Resort, signed in, by its other path': {
    path: async () => (await resortPath()).replace('/resort/', '/resorts/'),
    signedIn: true,
  },
  'All reviews': { path: async () => `${await resortPath()}?reviews=all`, dialog: 'All Reviews' },
  'Writing a review': {
    path: async () => `${await resortPath()}?review=write`,
    signedIn: true,
    dialog: 'Your Review',
  },
  'No such resort': { path: '/resort/none', isMissing: true },
  'Sign In': { path: '/auth' },
  Register: { path: '/auth?mode=register' },
  'Forgot password': { path: '/auth?mode=forgot' },
  'Confirm email': { path: '/verify-email?token=none' },
  'Confirm new email': { path: '/confirm-email?token=none' },
  'New password': { path: '/reset-password?token=none' },
  'A link that lacks a part': { path: '/verify-email' },
  'Turn off alerts': { path: '/unsubscribe?token=none' },
  Dashboard: { path: '/dashboard', signedIn: true, walksFrame: true },
  'Edit Profile': { path: '/dashboard?dialog=profile', signedIn: true, dialog: 'Edit Profile' },
  'Account Settings': {
    path: '/dashboard?dialog=settings',
    signedIn: true,
    dialog: 'Account Settings',
  },
  'Submit Your Property': {
    path: '/dashboard?dialog=property',
    signedIn: true,
    dialog: 'Submit Your Property',
  },
  'Saved Searches': {
    path: '/dashboard?dialog=saved-searches',
    signedIn: true,
    dialog: 'Saved Searches',
  },
  'Site Settings': { path: '/admin/settings', isAdmin: true },
  'General settings': { path: '/admin/settings?tab=general', isAdmin: true },
  'All settings': { path: '/admin/settings?tab=all', isAdmin: true },
  'New setting': { path: '/admin/settings?tab=new', isAdmin: true },
  Mail: { path: '/admin/mail', isAdmin: true },
  'Mail templates': { path: '/admin/mail?tab=templates', isAdmin: true },
  Forums: { path: '/forums' },
  Contact: { path: '/contact', walksFrame: true },
  'Travel Tips': { path: '/travel-tips' },
  'Owner Resources': { path: '/owner-resources' },
  'Help Center': { path: '/help' },
  'Safety & Trust': { path: '/safety' },
  'Terms of Service': { path: '/terms' },
  'Privacy Policy': { path: '/privacy' },
  'Page Not Found': { path: '/nowhere', isMissing: true },
};

/** The address of a screen, from the site's root. */
export const pathOf = async ({ path }: Screen): Promise<string> =>
  typeof path === 'string' ? path : path();

export async function resortPath(): Promise<string> {
  const answer = await fetch(`${siteUrl}/api/resorts/new-availability?limit=1`);
  const [resort] = (await answer.json()) as { id: string }[];
  return `/resort/${resort?.id}`;
}
