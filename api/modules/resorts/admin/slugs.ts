import type { Prisma } from '#api/generated/prisma/client.ts';

/**
 * Free slugs for new resorts: the requested slugs, with a number added where taken. A lock keeps
 * them free until the transaction ends.
 */
export async function freeSlugs(
  transaction: Prisma.TransactionClient,
  wanted: readonly string[],
): Promise<string[]> {
  // One lock for all slugs: adding a number to one slug can collide with another ("ocean" and
  // "ocean-2").
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(4, 1)::text`;
  const present = await transaction.$queryRaw<{ slug: string }[]>`
    SELECT slug FROM resorts
    WHERE slug = ANY(${wanted}) OR regexp_replace(slug, '-[0-9]+$', '') = ANY(${wanted})`;
  const taken = new Set(present.map(({ slug }) => slug));
  const numbers = new Map<string, number>();
  return wanted.map((base) => {
    let number = numbers.get(base) ?? 1;
    let slug = base;
    while (taken.has(slug)) {
      number += 1;
      slug = `${base}-${number}`;
    }
    numbers.set(base, number);
    taken.add(slug);
    return slug;
  });
}
