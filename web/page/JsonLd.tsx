import { useContext } from 'react';
import { PageMetaSink } from './PageMeta.tsx';

export function JsonLd({ value }: { value: object }) {
  const origin = useContext(PageMetaSink)?.origin ?? window.location.origin;
  const json = JSON.stringify(
    { '@context': 'https://schema.org', ...value },
    (key, each: unknown) =>
      addresses.has(key) && typeof each === 'string' ? new URL(each, origin).href : each,
  );
  // The browser may reach the site at another origin than the server.
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // Escaped, so that no text can close the element.
      dangerouslySetInnerHTML={{ __html: json.replaceAll('<', '\\u003c') }}
    />
  );
}

const addresses = new Set(['@id', 'url', 'image', 'item']);

/** The way to a page, as [name, path] from the home page on. */
export const breadcrumbs = (steps: readonly (readonly [name: string, path: string])[]): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: path,
  })),
});
