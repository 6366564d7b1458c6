import { visit, BREAK, type DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../context/context.ts';

const marks = ['favoriteResortIds', 'unreadThreadCount'];

/** Reads the viewer's marks with the session if the operation selects them: saves a statement. */
export function useMarksAhead(): Plugin<RequestContext> {
  const known = new WeakMap<DocumentNode, boolean>();
  return {
    onExecute({ args }) {
      let asks = known.get(args.document);
      if (asks === undefined) {
        asks = asksForMarks(args.document);
        known.set(args.document, asks);
      }
      if (asks) {
        (args.contextValue as RequestContext).expectMarks();
      }
    },
  };
}

export function asksForMarks(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    Field({ name }) {
      asks = marks.includes(name.value);
      return asks ? BREAK : undefined;
    },
  });
  return asks;
}
