import { useAsked } from '../address/useAsked.ts';
import { pageSize } from '#web/search/address/searchState.ts';
import { parseSales, salesIdentity, salesPath, type SaleState } from './saleAddress.ts';

export type ChangeSales = (changes: Partial<SaleState>) => void;

const address = {
  parse: parseSales,
  pathOf: salesPath,
  identityOf: salesIdentity,
  start: { count: pageSize },
};

export const useAskedSales = () => useAsked<SaleState>(address);
