import { plural } from '#common/numbers.ts';
import { defineMail } from '../mail/defineMail.ts';

export const listingAlert = defineMail({
  name: 'listingAlert',
  label: 'New listing for a saved search',
  when: 'To a member whose saved search has alerts, after a listing that fits was published.',
  sample: ({ resortName, link, secretLink }) => ({
    searchName: 'Maine in March',
    listing: {
      title: 'Two weeks by the harbour',
      resortName,
      location: 'Camden, Maine',
      dates: '6 to 20 March 2027',
      price: '$1,360.80 for 7 nights',
      imageUrl: '',
    },
    /** Number of further matching listings published with it. */
    others: 0,
    link,
    unsubscribeLink: secretLink('unsubscribe'),
  }),
  compose: ({ searchName, listing, others, ...values }, { site, publicUrl }) => ({
    subject:
      others === 0
        ? `New for “${searchName}”: ${listing.resortName}`
        : `${plural(others + 1, 'week')} new for “${searchName}”`,
    preheader: `${listing.dates}, ${listing.price}`,
    heading:
      others === 0
        ? 'A week that fits your search'
        : `${plural(others + 1, 'week')} that fit your search`,
    blocks: [
      others === 0
        ? `This was just published, and it fits your saved search “${searchName}”.`
        : `This one and ${others.toLocaleString('en-US')} more were just published, and they fit your saved search “${searchName}”. Run that search on your dashboard to see them all.`,
      {
        card: {
          title: listing.title,
          lines: [listing.resortName, listing.location, listing.dates],
          price: listing.price,
          imageUrl: pictureFor(listing.imageUrl, publicUrl),
        },
      },
      { button: 'See this week', link: values.link },
      {
        note: 'Enough of these?',
        link: { label: 'Stop mail for this search', address: values.unsubscribeLink },
      },
    ],
    reason: `You get this message because you saved a search with alerts at ${site.title}.`,
  }),
});

function pictureFor(imageUrl: string, publicUrl: string): string | undefined {
  const address = URL.parse(imageUrl, publicUrl);
  return address && !address.pathname.endsWith('.svg') && /^https?:$/.test(address.protocol)
    ? address.href
    : undefined;
}
