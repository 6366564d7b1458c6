import type { Section } from '#web/partners/developers/content.ts';

/** Output of `npm run generate:articles`, from the Markdown files in this folder. */
export interface Article {
  path: string;
  title: string;
  /** One sentence for search engines. */
  description: string;
  lead: string;
  /** The day of the last change, YYYY-MM-DD, if it is shown. */
  updated?: string;
  /** In texts, {title}, {email} and {phone} stand for the settings of the site. */
  sections: readonly Section[];
}
