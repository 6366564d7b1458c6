import { visit, BREAK, type DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../context/context.ts';

/**
 * Reads the viewer's favorites together with the session if the operation asks for
 * `favoriteResortIds`, which saves a statement. Other operations don't read them.
 */
export function useFavoritesAhead(): Plugin<RequestContext> {
  const known = new WeakMap<DocumentNode, boolean>();
  return {
    onExecute({ args }) {
      let asks = known.get(args.document);
      if (asks === undefined) {
        asks = asksForFavorites(args.document);
        known.set(args.document, asks);
      }
      if (asks) {
        (args.contextValue as RequestContext).expectFavorites();
      }
    },
  };
}

function asksForFavorites(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    Field({ name }) {
      asks = name.value === 'favoriteResortIds';
      return asks ? BREAK : undefined;
    },
  });
  return asks;
}
