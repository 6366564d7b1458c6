import type {
  AdminHitKind,
  globalSearchLoaderQuery,
} from '#web/__generated__/globalSearchLoaderQuery.graphql.ts';
import type { IconName } from '#web/ui/basics/Icon.tsx';

export type Hit = NonNullable<globalSearchLoaderQuery['response']['adminSearch']>[number];

/** Without the placeholder that Relay adds for values of newer servers. */
type Kind = Exclude<AdminHitKind, `%${string}`>;

/** The server finds nothing for shorter texts. */
export const shortestText = 2;

export const hitGroups: readonly { kind: Kind; label: string; icon: IconName }[] = [
  { kind: 'USER', label: 'Users', icon: 'user' },
  { kind: 'RESORT', label: 'Resorts', icon: 'beach' },
  { kind: 'LISTING', label: 'Listings', icon: 'key' },
  { kind: 'BOOKING', label: 'Bookings', icon: 'calendar' },
  { kind: 'INQUIRY', label: 'Inquiries', icon: 'chat' },
];

const paths: Readonly<Partial<Record<AdminHitKind, (id: string) => string>>> = {
  USER: (id) => `/admin/users?q=${id}`,
  RESORT: (id) => `/resort/${id}`,
  LISTING: (id) => `/admin/listings/${id}`,
  BOOKING: (id) => `/admin/bookings?q=${id}`,
  INQUIRY: (id) => `/admin/inquiries/${id}`,
};

export const pathOf = ({ kind, databaseId }: Hit): string => paths[kind]?.(databaseId) ?? '/admin';

/** Sorts hits by group, which is the order of the arrow keys. */
export const inGroups = (hits: readonly Hit[]): Hit[] =>
  hitGroups.flatMap(({ kind }) => hits.filter((hit) => hit.kind === kind));

const mostRecent = 6;

let recent: readonly Hit[] = [];

/** Hits opened from the search, kept in memory only: nothing private is stored. */
export const recentHits = (): Hit[] => inGroups(recent);

export function keepHit(hit: Hit): void {
  const others = recent.filter(({ databaseId }) => databaseId !== hit.databaseId);
  recent = [hit, ...others].slice(0, mostRecent);
}
