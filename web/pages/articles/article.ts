import type { ReactNode } from 'react';

/** What texts say about the site and how its team is reached. */
export interface ArticleSite {
  title: string;
  contactEmail: string;
  contactPhone: string;
  supportHours: string;
}

export interface ArticleSection {
  /** The section's place in the address. */
  id: string;
  heading: string;
  body: ReactNode;
}

export interface Article {
  path: string;
  title: string;
  /** One sentence for search engines. */
  description: string;
  lead: string;
  /** The day of the last change, YYYY-MM-DD, where it matters. */
  updated?: string;
  sections: (site: ArticleSite) => readonly ArticleSection[];
}
