import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { CoolingOffRule, Prisma } from '#api/generated/prisma/client.ts';
import { filled, parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';

/** Days in which a buyer may withdraw at a place: by the rule of its region, or of its country; 0 without one. */
export async function coolingOffDaysAt(
  { coolingOffRule }: Pick<Prisma.TransactionClient, 'coolingOffRule'>,
  { country, region }: { country: string; region: string },
): Promise<number> {
  const rules = await coolingOffRule.findMany({
    where: { country, region: { in: [region, ''] } },
    orderBy: { region: 'desc' },
    take: 1,
  });
  return rules[0]?.days ?? 0;
}

/** How many places can have a rule. */
export const mostRules = 500;

const daysMessage = 'Days must be 0 for no period, or up to 60';

const ruleInput = z.object({
  country: filled('Say the country').max(100, 'The country may have at most 100 characters'),
  region: z
    .string()
    .max(100, 'The region may have at most 100 characters')
    .nullish()
    .transform((region) => region?.trim() ?? ''),
  days: z.int({ error: daysMessage }).min(0, daysMessage).max(60, daysMessage),
});

/**
 * Sets the days in which a buyer may withdraw from sales at a place that are agreed from now on; 0
 * removes the rule.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError}
 */
export async function setCoolingOff(
  { database }: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  input: unknown,
): Promise<CoolingOffRule[]> {
  const admin = requireAdmin(viewer);
  const { country, region, days } = parseInput(ruleInput, input);
  const place = { country: country.trim(), region };
  return database.prisma.$transaction(async (transaction) => {
    const before = await transaction.coolingOffRule.findUnique({
      where: { country_region: place },
    });
    if (days === 0) {
      await transaction.coolingOffRule.deleteMany({ where: place });
    } else {
      await transaction.coolingOffRule.upsert({
        where: { country_region: place },
        create: { ...place, days },
        update: { days },
      });
    }
    await recordAudit(transaction, admin, 'coolingOff.set', `${place.country}/${region}`, {
      before: { ...place, days: before?.days ?? 0 },
      after: { ...place, days },
    });
    return transaction.coolingOffRule.findMany({ ...rulesOrder });
  });
}

export const rulesOrder = {
  orderBy: [{ country: 'asc' }, { region: 'asc' }],
  take: mostRules,
} satisfies Prisma.CoolingOffRuleFindManyArgs;
