import type { DeedBack, ResortFee } from '../generated/prisma/client.ts';
import { createRandom } from '#common/random.ts';

/** Invented fees of five years, of up to three bedrooms, that rise like those of real resorts. */
export function feesOf({ id, slug }: { id: string; slug: string }, thisYear: number): ResortFee[] {
  const random = createRandom(`fees:${slug}`);
  return [0, 1, 2, 3].flatMap((bedrooms) => {
    const first = 560 + bedrooms * 290 + random.int(0, 12) * 10;
    const rise = random.int(18, 46) + bedrooms * 8;
    return [0, 1, 2, 3, 4].map((later) => ({
      resortId: id,
      bedrooms,
      year: thisYear - 4 + later,
      cents: (first + later * rise) * 100,
      source: 'Sample data',
    }));
  });
}

/** An invented programme. */
export const deedBackOf = ({ id }: { id: string }, recordedOn: Date): DeedBack => ({
  resortId: id,
  terms:
    'Owners whose loan and fees are paid may give their week back, once a year, free of charge.',
  source: 'Sample data',
  recordedOn,
});
