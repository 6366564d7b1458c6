import { createContext, useContext, useEffect } from 'react';

export interface PageMetaValues {
  title: string;
  description?: string;
  /** Path of the page's one address, without the origin. */
  canonicalPath?: string;
  imagePath?: string;
  status?: 404;
  jsonLd?: object;
  preloadImages?: readonly { href: string; media?: string }[];
}

/** On the server, where a page leaves what belongs in the document's head. */
export const PageMetaSink = createContext<((values: PageMetaValues) => void) | null>(null);

export function PageMeta(values: PageMetaValues) {
  const sink = useContext(PageMetaSink);
  sink?.(values);
  const { title, description, canonicalPath } = values;
  useEffect(() => {
    document.title = title;
    setHeadAttribute('meta[name="description"]', 'content', description ?? '');
    if (canonicalPath !== undefined) {
      const canonical = new URL(canonicalPath, window.location.origin).href;
      setHeadAttribute('link[rel="canonical"]', 'href', canonical);
    }
  }, [title, description, canonicalPath]);
  return null;
}

function setHeadAttribute(selector: string, name: string, value: string): void {
  document.head.querySelector(selector)?.setAttribute(name, value);
}
