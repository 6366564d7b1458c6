import type { Compose } from '../templates.ts';
import { greeting } from './greeting.ts';

export const listingAlert: Compose<'listingAlert'> = (values, { site, publicUrl }) => ({
  subject: `New for “${values.searchName}”: ${values.listing.resortName}`,
  preheader: `${values.listing.dates}, ${values.listing.price}`,
  heading: 'A week that fits your search',
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    {
      kind: 'text',
      text: `This was just published, and it fits your saved search “${values.searchName}”.`,
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

/** The picture by its whole address; none where mail programs could not show it. */
function pictureFor(imageUrl: string, publicUrl: string): string | undefined {
  const address = URL.parse(imageUrl, publicUrl);
  return address && !address.pathname.endsWith('.svg') && /^https?:$/.test(address.protocol)
    ? address.href
    : undefined;
}
