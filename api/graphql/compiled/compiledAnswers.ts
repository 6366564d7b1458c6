import {
  BREAK,
  type GraphQLError,
  getOperationAST,
  getVariableValues,
  isNonNullType,
  locatedError,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import type { RequestContext } from '../../context/context.ts';
import {
  fieldOf,
  givenTo,
  NotCompiled,
  writerOf,
  type Compiling,
  type FieldPlan,
  type Run,
} from './compiledRows.ts';
import { fragmentsOf } from '../limits/documentSize.ts';

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
 * wrappers of plugins, which take most of the time of a page. Undefined if the operation has a
 * directive, an interface or union, or a field that is not for everyone or takes the id of a row.
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
  const compiling: Compiling = {
    document: { schema, fragments, operation, rootValue: undefined },
    preparations: [],
  };
  const roots = [...collectFields(schema, fragments, {}, parentType, operation.selectionSet)].map(
    ([key, nodes]) => {
      const field = fieldOf(parentType, nodes[0]?.name.value ?? '');
      const path = { prev: undefined, key, typename: parentType.name };
      const plan: FieldPlan = { key, nodes, parentType, field, path };
      return { plan, write: writerOf(compiling, plan) };
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
    const run: Run = { context, variableValues, given: new Map(), pending: [] };
    const errors: GraphQLError[] = [];
    const read = async ({ plan, write }: (typeof roots)[number]): Promise<unknown> => {
      const { field, nodes, key } = plan;
      let value: unknown;
      try {
        const { args, info } = givenTo(compiling, plan, run);
        value = await field.resolve?.(undefined, args, context, info);
      } catch (error) {
        const located = locatedError(error, nodes, [key]);
        if (isNonNullType(field.type)) {
          throw new Failed(located);
        }
        errors.push(located);
        return null;
      }
      return write(value, run);
    };
    try {
      compiling.preparations.forEach((prepare) => prepare(run));
      const values = await Promise.all(roots.map(read));
      // What a promise resolves to may hold promises.
      while (run.pending.length > 0) {
        await Promise.all(run.pending.splice(0));
      }
      const data = Object.fromEntries(
        roots.map(({ plan: { key } }, index) => [key, values[index]]),
      );
      return errors.length > 0 ? { errors, data } : { data };
    } catch (error) {
      // graphql-js says where any other error is, and which error comes before it gives up the rest.
      return error instanceof Failed && roots.length === 1
        ? { errors: [error.located], data: null }
        : undefined;
    }
  };
}

/** Whether a field or fragment has a directive, such as @include. */
export function hasDirective(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Directive() {
      found = true;
      return BREAK;
    },
  });
  return found;
}
