import type { Booking, BookingParty } from '#api/generated/prisma/client.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';

export function partsOf(
  viewer: Viewer,
  { userId, ownerId }: Pick<Booking, 'userId' | 'ownerId'>,
): BookingParty[] {
  const parts: BookingParty[] = [];
  if (userId === viewer.id) parts.push('traveler');
  if (ownerId === viewer.id) parts.push('owner');
  if (viewer.role === 'admin') parts.push('team');
  return parts;
}
