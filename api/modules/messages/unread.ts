import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { unreadThreads, type Viewer } from '#api/platform/sessions/sessions.ts';

export interface WithUnread extends Viewer {
  unreadThreadCount: number;
}

export async function unreadThreadCount(
  { database }: Pick<Deps, 'database'>,
  userId: string,
): Promise<number> {
  const [row] = await database.read<{ count: number }>(
    Prisma.sql`SELECT ${unreadThreads} AS count FROM users WHERE id = ${userId}::uuid`,
  );
  return row?.count ?? 0;
}
