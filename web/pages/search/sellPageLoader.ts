import { loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { sellPageQuery as SellPageQuery } from '../../__generated__/sellPageQuery.graphql.ts';
import { sellPageQuery } from './sellPage.ts';
import type { SellTimeshare } from './SellTimeshare.tsx';

export interface SellPageData {
  mode: 'sell';
  reference: PreloadedQuery<SellPageQuery>;
  /** Comes with its forms, which a search does without. */
  SellTimeshare: typeof SellTimeshare;
}

export async function loadSellPage(environment: Environment): Promise<SellPageData> {
  const reference = loadQuery<SellPageQuery>(environment, sellPageQuery, {});
  const module = await import('./SellTimeshare.tsx');
  return { mode: 'sell', reference, SellTimeshare: module.SellTimeshare };
}
