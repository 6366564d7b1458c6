import type { Prisma, PropertyInquiry } from '#api/generated/prisma/client.ts';
import type { DraftContent } from '#api/modules/publishing/listingDrafts.ts';

type Told = Omit<
  PropertyInquiry,
  'id' | 'userId' | 'listingId' | 'status' | 'version' | 'createdAt'
>;

/**
 * The content of a listing draft for a submitted property. Text that can't be parsed reliably is
 * kept in the description, where its owner sees it.
 */
export function draftOf(inquiry: Told): DraftContent {
  const { propertyName, unit, ownershipType, weekNumbers, askingPriceCents } = inquiry;
  const description = [
    inquiry.additionalInfo,
    unit && `Unit: ${unit}`,
    ownershipType && `Ownership: ${ownershipType}`,
    weekNumbers && `Week or season: ${weekNumbers}`,
    askingPriceCents === null &&
      inquiry.askingPriceText &&
      `Asking price: ${inquiry.askingPriceText}`,
  ];
  const [, bedrooms] = /\b(\d{1,2})[\s-]*(?:bed ?rooms?|br|bd)\b/i.exec(unit) ?? [];
  const [, week] =
    /\bweek\s*(?:#\s*)?(\d{1,2})\b(?!\s*(?:-|–|to|or|and|,)\s*\d)/i.exec(weekNumbers ?? '') ?? [];
  const weekNumber =
    week !== undefined && Number(week) >= 1 && Number(week) <= 53 ? week : undefined;
  const ownership = choiceIn(ownershipType, [
    ['FIXED', /\bfixed\b/i],
    ['FLOATING', /\bfloat(?:ing)?\b/i],
    ['ROTATING', /\brotating\b/i],
    ['POINTS', /\bpoints\b/i],
  ]);
  const tenure = choiceIn(ownershipType, [
    ['DEEDED', /\bdeed(?:ed)?\b/i],
    ['RIGHT_TO_USE', /\bright[ -]to[ -]use\b/i],
  ]);
  const use = choiceIn(ownershipType, [
    ['ANNUAL', /\b(?:every year|annual)\b/i],
    ['ODD', /\bodd years?\b/i],
    ['EVEN', /\beven years?\b/i],
  ]);
  return {
    title: propertyName.slice(0, 200),
    description: description.filter(Boolean).join('\n\n').slice(0, 6_000),
    unitType: unit.slice(0, 100),
    isForSale: inquiry.motivation.startsWith('Sell'),
    ...(askingPriceCents !== null && { salePrice: (askingPriceCents / 100).toString() }),
    ...(bedrooms !== undefined && { bedrooms }),
    ...(weekNumber !== undefined && { weekNumber }),
    ...(ownership !== undefined && { ownership }),
    ...(tenure !== undefined && { tenure }),
    ...(use !== undefined && { use }),
  };
}

function choiceIn(text: string, choices: [string, RegExp][]): string | undefined {
  const named = choices.filter(([, pattern]) => pattern.test(text));
  return named.length === 1 ? named[0]?.[0] : undefined;
}

export async function resortNamed(
  { resort }: Pick<Prisma.TransactionClient, 'resort'>,
  name: string,
): Promise<string | null> {
  const found = await resort.findMany({
    where: {
      name: { equals: name.trim().replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' },
    },
    select: { id: true },
    take: 2,
  });
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}
