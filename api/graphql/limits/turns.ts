import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { RequestContext } from '../../context/context.ts';
import { searcherOf } from '../../platform/searchQueue.ts';
import { searchesOf } from './searches.ts';

/** Points of an operation that waits for its turn even if no root field of it searches. */
const dear = 1_000;

/** Runs an operation that is not answered from memory, in the turn of its caller if it is dear. */
export function inTurn<Result>(
  context: RequestContext,
  {
    document,
    operation,
    cost,
  }: { document: DocumentNode; operation: OperationDefinitionNode; cost: number },
  run: () => Promise<Result>,
): Promise<Result> {
  const places = Math.max(searchesOf(document, operation).length, Math.floor(cost / dear));
  return places === 0
    ? run()
    : context.live.searches.run(searcherOf(context), places, run, () => context.closed);
}
