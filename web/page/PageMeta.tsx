import { createContext, useContext, useEffect } from 'react';

export interface PageMetaValues {
  title: string;
  /** Shortened to the length that search engines show. */
  description?: string;
  /** Canonical path of the page, without the origin. */
  canonicalPath?: string;
  /** Path of a JPEG of 1200 by 630 pixels that shows the page where it is shared. */
  imagePath?: string;
  status?: 404;
  /** Search engines may follow links of the page, but not list it. */
  isUnlisted?: boolean;
  /** Pictures of a `picture` element, whose choice React does not know. */
  preloadImages?: readonly { href: string; media: string }[];
}

interface Sink {
  origin: string;
  collect: (values: PageMetaValues) => void;
}

/** On the server, collects a page's elements for the document's head. */
export const PageMetaSink = createContext<Sink | null>(null);

/** The robots rule of a page; undefined allows everything. */
export const robotsOf = ({ status, isUnlisted }: PageMetaValues): string | undefined =>
  status === 404 || isUnlisted ? 'noindex, follow' : undefined;

export function PageMeta(values: PageMetaValues) {
  const sink = useContext(PageMetaSink);
  const { title, canonicalPath } = values;
  const description = values.description && shortened(values.description);
  sink?.collect({ ...values, ...(description && { description }) });
  const robots = robotsOf(values);
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
      inHead('meta[name="robots"]', robots, (content) =>
        element('meta', { name: 'robots', content }),
      ),
    [robots],
  );
  return null;
}

function inHead<T>(selector: string, value: T | undefined, make: (value: T) => Element): void {
  document.head.querySelector(selector)?.remove();
  if (value !== undefined) document.head.append(make(value));
}

function element(name: string, attributes: Record<string, string>): Element {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
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
