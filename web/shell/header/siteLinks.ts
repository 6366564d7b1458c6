export const siteLinks = [
  { label: 'Browse', to: '/search' },
  { label: 'Rent', to: '/search?type=rent' },
  { label: 'Buy', to: '/search?type=buy' },
  { label: 'Sell', to: '/search?type=sell' },
  { label: 'Forums', to: '/forums' },
] as const;

/** Four of the links share one path and differ in `type` only. */
export function isCurrentLink(to: string, location: { pathname: string; search: string }): boolean {
  const [pathname, search = ''] = to.split('?');
  const type = new URLSearchParams(search).get('type');
  return (
    location.pathname === pathname && new URLSearchParams(location.search).get('type') === type
  );
}
