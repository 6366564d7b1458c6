import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { RequestContext } from '#api/context/context.ts';
import type { Database } from '#api/platform/database/database.ts';
import { searcherOf } from '#api/platform/limits/searchQueue.ts';
import { searchesOf } from './searches.ts';

/** Points of an operation per place in the search queue. */
const pointsOfPlace = 600;

interface Started {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  cost: number;
}

/**
 * A search or an expensive operation waits for its caller's turn. While other callers search too,
 * its statements are sent one by one, so that they don't take all processors of the database.
 */
export function inTurn<Result>(
  context: RequestContext,
  { document, operation, cost }: Started,
  run: (context: RequestContext) => Promise<Result>,
): Promise<Result> {
  const places = Math.max(searchesOf(document, operation).length, Math.floor(cost / pointsOfPlace));
  if (places === 0) {
    return run(context);
  }
  const { searches } = context.live;
  const caller = searcherOf(context);
  const { deps } = context;
  const database = oneByOne(deps.database, () => searches.hasOthers(caller));
  const own = Object.create(context, {
    deps: { value: { ...deps, database }, enumerable: true },
  }) as RequestContext;
  return searches.run(
    caller,
    places,
    () => run(places === 1 ? context : own),
    () => context.closed,
  );
}

/** A database that sends statements one by one while `haveTo` returns true. */
function oneByOne(database: Database, haveTo: () => boolean): Database {
  let last: Promise<unknown> = Promise.resolve();
  const after = <Rows>(send: () => Promise<Rows>): Promise<Rows> => {
    const sent = haveTo() ? last.then(send) : send();
    last = sent.catch(() => undefined);
    return sent;
  };
  return {
    ...database,
    read: (statement, planned) => after(() => database.read(statement, planned)),
    readQuick: (statement) => after(() => database.readQuick(statement)),
  };
}
