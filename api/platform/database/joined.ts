/** Prisma's arguments for what a query asks of rows, read with their relations in one statement. */
export const joined = <Query extends object, Where>(query: Query, where: Where) =>
  ({ ...query, where, relationLoadStrategy: 'join' }) as const;
