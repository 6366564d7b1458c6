import { visit, BREAK, type DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../context/context.ts';

/** Fields of the viewer that are read together with the session. */
const marks = ['favoriteResortIds', 'unreadThreadCount'];

/**
 * Reads the viewer's marks together with the session if the operation asks for one of them, which
 * saves a statement. Other operations don't read them.
 */
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

/** Whether a document asks for what every page shows of a member's own things. */
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
