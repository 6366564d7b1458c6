import type { Deps } from '#api/context/context.ts';
import type { Listing } from '#api/generated/prisma/client.ts';
import type { ListingMail } from '../mail/templates/templates.ts';

type Subject = Pick<Listing, 'id' | 'title' | 'availableFrom' | 'availableTo'> & {
  resort: { name: string };
};

export const listingMail = (
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  owner: { firstName: string },
  { id, title, availableFrom, availableTo, resort }: Subject,
): ListingMail => ({
  firstName: owner.firstName,
  listing: {
    title,
    resortName: resort.name,
    dates: days.formatRange(availableFrom, availableTo),
  },
  link: `${publicUrl}/dashboard/listings/${id}`,
});

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
