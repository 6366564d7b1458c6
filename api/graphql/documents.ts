import {
  getOperationAST,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { makePlan, type Plan } from './answers/plans.ts';
import { maxTokens } from './limits/limits.ts';
import type { PersistedDocuments } from './persistedDocuments.ts';
import { strangersStatements } from './sql/sqlAnswers.ts';

const maxKnownBytes = 8 * 1024 * 1024;

/** Approximate bytes per token of a cached document, with its nodes and its SQL plan. */
const bytesOfToken = 700;

export interface DocumentRequest {
  documentId?: string;
  query?: string;
  operationName?: string | undefined;
}

export interface Documents extends PersistedDocuments {
  texts: LRUCache<string, DocumentNode>;
  /** Null if nothing of the operation is public. */
  planOf(document: DocumentNode, operation: OperationDefinitionNode): Plan | null;
  /** Undefined without a public part, and if the request names another operation. */
  planFor(request: DocumentRequest): Plan | undefined;
}

export function createDocuments(schema: GraphQLSchema, persisted: PersistedDocuments): Documents {
  const texts = new LRUCache<string, DocumentNode>({
    maxSize: maxKnownBytes,
    sizeCalculation: (document, text) =>
      text.length * 2 + (document.tokenCount ?? maxTokens) * bytesOfToken,
  });
  // Keyed by operation node, since clients choose the names of operations.
  const plans = new WeakMap<OperationDefinitionNode, Plan | null>();
  let planned = 0;
  const ofStrangers = strangersStatements();

  const planOf: Documents['planOf'] = (document, operation) => {
    let plan = plans.get(operation);
    if (plan === undefined) {
      const id = String((planned += 1));
      plan = persisted.include(document)
        ? makePlan(schema, { document, operation, id })
        : makePlan(schema, { document, operation, id, statements: ofStrangers(id) });
      plans.set(operation, plan);
    }
    return plan;
  };
  return {
    ...persisted,
    texts,
    planOf,
    planFor({ documentId, query = '', operationName }) {
      const document = documentId === undefined ? texts.get(query) : persisted.find(documentId);
      const operation = document && getOperationAST(document);
      return operation && (operationName === undefined || operationName === operation.name?.value)
        ? (planOf(document, operation) ?? undefined)
        : undefined;
    },
  };
}
