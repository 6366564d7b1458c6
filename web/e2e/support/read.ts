import type { Page } from 'playwright-core';
import { siteUrl } from './fixtures.ts';

interface Document {
  status: number;
  /** The path and query to which the request was redirected. */
  address: string;
  /** Without the comments that React puts between texts. */
  html: string;
}

/** What the server sends for a path, by default to visitors, else to the session of a page. */
export async function read(path: string, page?: Page): Promise<Document> {
  const cookies = (await page?.context().cookies(siteUrl)) ?? [];
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const answer = await fetch(siteUrl + path, { headers: { accept: 'text/html', cookie } });
  const { pathname, search } = new URL(answer.url);
  const html = (await answer.text()).replaceAll('<!-- -->', '');
  return { status: answer.status, address: pathname + search, html };
}
