import {
  getOperationAST,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLError,
} from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { RequestContext } from '#api/context/context.ts';
import {
  balanceHeaders,
  settlePoints,
  takePoints,
  type Balance,
} from '#api/platform/apiBudgets.ts';
import { RateLimitedError } from '#api/platform/errors.ts';
import type { CostOf } from '../limits/operationCost.ts';
import { refusalForNow } from '../limits/refusalForNow.ts';
import { usedCost } from './usedCost.ts';

/**
 * Charges operations that are sent with a token to the budget of its organization: first what is
 * asked for, and in the end only what was used. Both stand in `extensions.cost`.
 */
export function useTokenBudget(costOf: CostOf): Plugin<RequestContext> {
  const costOfArgs = ({ document, operationName, variableValues }: ExecutionArgs) => {
    const operation = getOperationAST(document, operationName);
    return operation
      ? { operation, asked: costOf(document, operation, variableValues ?? {}) }
      : null;
  };
  return {
    async onExecute({ args, setResultAndStopExecution }) {
      const context = args.contextValue as RequestContext;
      const { live, token } = context;
      const costs = token && costOfArgs(args);
      if (!costs) {
        return undefined;
      }
      const { operation, asked } = costs;
      const start = performance.now();
      try {
        await takePoints(live, token, asked);
      } catch (error) {
        setResultAndStopExecution({ errors: [refusalOf(error)] });
        return undefined;
      }
      return {
        async onExecuteDone({ result, setResult }) {
          if (isAsyncIterable(result)) {
            return;
          }
          const variables = args.variableValues ?? {};
          const used = usedCost(args.schema, args.document, operation, variables, result.data);
          const points = Math.min(asked, Math.max(1, used));
          const balance = await settlePoints(live, token, {
            operation: operation.name?.value ?? 'without a name',
            unused: asked - points,
            points,
            hasErrors: (result.errors?.length ?? 0) > 0,
            milliseconds: performance.now() - start,
          });
          Object.assign(context.answerHeaders, balanceHeaders(balance));
          setResult(withCost(result, asked, points, balance));
        },
      };
    },
    async onSubscribe({ args, setResultAndStopExecution }) {
      const { live, token } = args.contextValue as RequestContext;
      const costs = token && costOfArgs(args);
      if (costs) {
        try {
          await takePoints(live, token, costs.asked);
        } catch (error) {
          setResultAndStopExecution({ errors: [refusalOf(error)] });
        }
      }
    },
  };
}

const withCost = (
  result: ExecutionResult,
  asked: number,
  used: number,
  { limit, left, refilledIn }: Balance,
): ExecutionResult => ({
  ...result,
  extensions: { ...result.extensions, cost: { asked, used, limit, left, refilledIn } },
});

/** The error of a refused operation. */
function refusalOf(error: unknown): GraphQLError {
  if (!(error instanceof RateLimitedError)) {
    throw error;
  }
  return refusalForNow(error);
}
