import { createContext, useContext, useEffect } from 'react';

export interface PageMetaValues {
  title: string;
  /** Shortened to what search engines show. */
  description?: string;
  /** Canonical path of the page, without the origin. */
  canonicalPath?: string;
  imagePath?: string;
  status?: 404;
  jsonLd?: object;
  preloadImages?: readonly { href: string; media?: string }[];
}

/** On the server, collects what a page puts into the document's head. */
export const PageMetaSink = createContext<((values: PageMetaValues) => void) | null>(null);

export function PageMeta(values: PageMetaValues) {
  const sink = useContext(PageMetaSink);
  const { title, canonicalPath, status } = values;
  const description = values.description && shortened(values.description);
  sink?.({ ...values, ...(description && { description }) });
  const jsonLd = values.jsonLd && JSON.stringify(values.jsonLd);
  useEffect(() => {
    document.title = title;
    document.head
      .querySelector('meta[name="description"]')
      ?.setAttribute('content', description ?? '');
  }, [title, description]);
  useEffect(
    () =>
      inHead('link[rel="canonical"]', canonicalPath, (path) =>
        element('link', { rel: 'canonical', href: new URL(path, window.location.origin).href }),
      ),
    [canonicalPath],
  );
  useEffect(
    () =>
      inHead('meta[name="robots"]', status, () =>
        element('meta', { name: 'robots', content: 'noindex' }),
      ),
    [status],
  );
  useEffect(
    () =>
      inHead('script[type="application/ld+json"]', jsonLd, (text) =>
        element('script', { type: 'application/ld+json' }, text),
      ),
    [jsonLd],
  );
  return null;
}

/**
 * Replaces an element of the previous page in the head, if there is one, with this page's, if any.
 */
function inHead<T>(selector: string, value: T | undefined, make: (value: T) => Element): void {
  document.head.querySelector(selector)?.remove();
  if (value !== undefined) document.head.append(make(value));
}

function element(name: string, attributes: Record<string, string>, text = ''): Element {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

function shortened(text: string): string {
  return text.length <= 155
    ? text
    : `${text
        .slice(0, 154)
        .replace(/\s\S*$/, '')
        .trimEnd()}…`;
}
