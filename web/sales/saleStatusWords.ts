import type { SaleStatus } from '#web/__generated__/DealScreen_sale.graphql.ts';

export const saleStatusWords: Readonly<Partial<Record<SaleStatus, string>>> = {
  OFFERED: 'Offered',
  ACCEPTED: 'Accepted',
  AGREED: 'Agreed',
  SOLD: 'Sold',
  DECLINED: 'Declined',
  WITHDRAWN: 'Withdrawn',
  EXPIRED: 'Expired',
  SET_ASIDE: 'Sold to somebody else',
  CALLED_OFF: 'Called off',
};
