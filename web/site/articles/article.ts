import type { ReactNode } from 'react';

export interface ArticleSite {
  title: string;
  contactEmail: string;
  contactPhone: string;
  supportHours: string;
}

export interface ArticleSection {
  /** The section's fragment in the URL. */
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
  /** The day of the last change, YYYY-MM-DD, if it is shown. */
  updated?: string;
  sections: (site: ArticleSite) => readonly ArticleSection[];
}
