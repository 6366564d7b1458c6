import type { InquiryStatus } from '#api/generated/prisma/client.ts';

const inquiryMoves: Record<InquiryStatus, readonly InquiryStatus[]> = {
  new: ['contacted', 'converted', 'closed'],
  contacted: ['converted', 'closed'],
  converted: ['contacted', 'closed'],
  closed: ['contacted'],
};

export const movesFrom = (status: InquiryStatus): readonly InquiryStatus[] => inquiryMoves[status];
