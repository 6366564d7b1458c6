import { Kind, type DocumentNode, type GraphQLError, type OperationDefinitionNode } from 'graphql';
import { requestError } from '../requestError.ts';
import { fragmentsOf } from './documentSize.ts';
import { operationLimits } from './limits.ts';
import { rootCosts } from './rootCosts.ts';

const known = new WeakMap<OperationDefinitionNode, readonly string[]>();

/** Root fields by response key. Directives are ignored: a field that may be skipped counts. */
export function searchesOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): readonly string[] {
  const before = known.get(operation);
  if (before) {
    return before;
  }
  const fragments = fragmentsOf(document.definitions);
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const collect = ({ selections }: OperationDefinitionNode['selectionSet']): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const { name, alias } = selection;
        if (rootCosts[name.value]?.isSearch) {
          found.set((alias ?? name).value, alias ? `${alias.value}: ${name.value}` : name.value);
        }
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        collect(selection.selectionSet);
      } else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment) collect(fragment.selectionSet);
      }
    }
  };
  if (operation.operation === 'query') {
    collect(operation.selectionSet);
  }
  const searches = [...found.values()];
  known.set(operation, searches);
  return searches;
}

export function tooManySearches(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): GraphQLError | undefined {
  const searches = searchesOf(document, operation);
  return searches.length > operationLimits.searches
    ? requestError(
        `The operation asks for too much: it searches ${searches.length} times (${searches.join(', ')}), ` +
          `${operationLimits.searches} at most. Ask for some of them in another operation`,
        'OPERATION_TOO_LARGE',
      )
    : undefined;
}
