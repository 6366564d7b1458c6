import type { InquiryStatus } from '../../../generated/prisma/client.ts';

/** The statuses that an administrator can give a submitted property, from each. */
const inquiryMoves: Record<InquiryStatus, readonly InquiryStatus[]> = {
  new: ['contacted', 'converted', 'closed'],
  contacted: ['converted', 'closed'],
  converted: ['contacted', 'closed'],
  closed: ['contacted'],
};

export const movesFrom = (status: InquiryStatus): readonly InquiryStatus[] => inquiryMoves[status];
