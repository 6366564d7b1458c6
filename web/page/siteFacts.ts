import { createContext, useContext } from 'react';

export interface SiteFacts {
  title: string;
  /** Whether the texts of the sample site hold: its figures, voices and superlatives. */
  holdsSampleData: boolean;
  takesPayments: boolean;
  certificateLeadDays: number;
}

/** The frame around every page provides them. */
export const SiteFactsContext = createContext<SiteFacts>({
  title: 'Tideweek',
  holdsSampleData: false,
  takesPayments: true,
  certificateLeadDays: 14,
});

export const useSiteFacts = (): SiteFacts => useContext(SiteFactsContext);
