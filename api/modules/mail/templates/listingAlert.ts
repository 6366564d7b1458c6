import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';
import { plural } from '#common/numbers.ts';

export const listingAlert: Compose<'listingAlert'> = (values, { site, publicUrl }) => ({
  subject:
    values.others === 0
      ? `New for “${values.searchName}”: ${values.listing.resortName}`
      : `${plural(values.others + 1, 'week')} new for “${values.searchName}”`,
  preheader: `${values.listing.dates}, ${values.listing.price}`,
  heading:
    values.others === 0
      ? 'A week that fits your search'
      : `${plural(values.others + 1, 'week')} that fit your search`,
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    {
      kind: 'text',
      text:
        values.others === 0
          ? `This was just published, and it fits your saved search “${values.searchName}”.`
          : `This one and ${values.others.toLocaleString('en-US')} more were just published, and they fit your saved search “${values.searchName}”. Run that search on your dashboard to see them all.`,
    },
    {
      kind: 'card',
      title: values.listing.title,
      lines: [values.listing.resortName, values.listing.location, values.listing.dates],
      price: values.listing.price,
      imageUrl: pictureFor(values.listing.imageUrl, publicUrl),
    },
    { kind: 'button', label: 'See this week', link: values.link },
    {
      kind: 'note',
      text: 'Enough of these?',
      link: { label: 'Stop mail for this search', address: values.unsubscribeLink },
    },
  ],
  reason: `You get this message because you saved a search with alerts at ${site.title}.`,
});

/** Absolute URL of the picture; undefined if mail programs could not show it. */
function pictureFor(imageUrl: string, publicUrl: string): string | undefined {
  const address = URL.parse(imageUrl, publicUrl);
  return address && !address.pathname.endsWith('.svg') && /^https?:$/.test(address.protocol)
    ? address.href
    : undefined;
}
