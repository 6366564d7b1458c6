import {
  BREAK,
  type GraphQLError,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  isNonNullType,
  locatedError,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import type { RequestContext } from '../context/context.ts';
import { fieldOf, NotCompiled, writerOf, type Run } from './compiledRows.ts';
import { fragmentsOf } from './documentSize.ts';

/**
 * Executes an operation; undefined if a row is not as its fields expect, so that graphql-js has to
 * execute it.
 */
export type CompiledAnswer = (
  variables: Readonly<Record<string, unknown>>,
  context: RequestContext,
) => Promise<ExecutionResult | undefined>;

/**
 * Compiles a document, of one query of public root fields, to plain functions. Root fields run as
 * in graphql-js. Below them, each field is read by the resolver it is declared with, without the
 * wrappers of plugins, which take most of the time of a page. That requires a field without
 * arguments, without scopes of its own, and with a resolver that does not use `info`. Undefined if
 * the operation has another field, a directive, or an interface or union.
 */
export function compileAnswer(
  schema: GraphQLSchema,
  document: DocumentNode,
): CompiledAnswer | undefined {
  try {
    return compile(schema, document);
  } catch (error) {
    if (error instanceof NotCompiled) {
      return undefined;
    }
    throw error;
  }
}

/** A root field that may not be null has an error. */
class Failed extends Error {
  readonly located: GraphQLError;

  constructor(located: GraphQLError) {
    super();
    this.located = located;
  }
}

function compile(schema: GraphQLSchema, document: DocumentNode): CompiledAnswer {
  const parentType = schema.getQueryType();
  const operation = getOperationAST(document);
  if (!parentType || !operation || hasDirective(document)) {
    throw new NotCompiled('a directive');
  }
  const fragments = Object.fromEntries(fragmentsOf(document.definitions));
  const roots = [...collectFields(schema, fragments, {}, parentType, operation.selectionSet)].map(
    ([key, fieldNodes]) => {
      const field = fieldOf(parentType, fieldNodes[0]?.name.value ?? '');
      return {
        key,
        field,
        write: writerOf(schema, fragments, field.type, fieldNodes),
        isNullable: !isNonNullType(field.type),
        info: {
          fieldName: field.name,
          fieldNodes,
          returnType: field.type,
          parentType,
          path: { prev: undefined, key, typename: parentType.name },
          schema,
          fragments,
          rootValue: undefined,
          operation,
        } satisfies Omit<GraphQLResolveInfo, 'variableValues'>,
      };
    },
  );

  return async (given, context) => {
    const { coerced: variableValues } = getVariableValues(
      schema,
      operation.variableDefinitions ?? [],
      given,
    );
    // Types ask more of a token than to be public.
    if (!variableValues || context.token) {
      return undefined;
    }
    const run: Run = { context, pending: [] };
    const errors: GraphQLError[] = [];
    const read = async ({ key, field, write, isNullable, info }: (typeof roots)[number]) => {
      let value: unknown;
      try {
        const [node] = info.fieldNodes;
        const args = node ? getArgumentValues(field, node, variableValues) : {};
        value = await field.resolve?.(undefined, args, context, { ...info, variableValues });
      } catch (error) {
        const located = locatedError(error, info.fieldNodes, [key]);
        if (!isNullable) {
          throw new Failed(located);
        }
        errors.push(located);
        return null;
      }
      return write(value, run);
    };
    try {
      const values = await Promise.all(roots.map(read));
      // What a promise resolves to may hold promises.
      while (run.pending.length > 0) {
        await Promise.all(run.pending.splice(0));
      }
      const data = Object.fromEntries(roots.map(({ key }, index) => [key, values[index]]));
      return errors.length > 0 ? { errors, data } : { data };
    } catch (error) {
      return error instanceof Failed
        ? { errors: [...errors, error.located], data: null }
        : // graphql-js says where the error is.
          undefined;
    }
  };
}

/** Whether a field or fragment has a directive, such as @include. */
function hasDirective(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Directive() {
      found = true;
      return BREAK;
    },
  });
  return found;
}
