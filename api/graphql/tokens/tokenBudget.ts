import { getOperationAST, type ExecutionArgs, type GraphQLError } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { RequestContext } from '#api/context/context.ts';
import { balanceHeaders, type Charge } from '#api/platform/limits/apiBudgets.ts';
import { RateLimitedError } from '#api/platform/errors.ts';
import { refusalForNow } from '../limits/refusalForNow.ts';
import type { Operations } from '../operations.ts';

export function settle(
  charge: Charge,
  asked: number,
  used: number,
  {
    name = 'without a name',
    ...call
  }: { name: string | undefined; hasErrors: boolean; milliseconds: number },
) {
  const points = Math.min(asked, Math.max(1, used));
  const balance = charge.settle({ ...call, operation: name, points });
  const { more } = charge;
  return {
    cost: { asked: asked + more, used: points + more, ...balance },
    headers: balanceHeaders(balance),
  };
}

/**
 * Charges the full cost first and refunds the unused part at the end; `extensions.cost` has both.
 */
export function useTokenBudget({
  costOf,
  usedCost,
}: Pick<Operations, 'costOf' | 'usedCost'>): Plugin<RequestContext> {
  const chargeFor = async ({
    document,
    operationName,
    variableValues,
    contextValue,
  }: ExecutionArgs) => {
    const context = contextValue as RequestContext;
    const { live, token } = context;
    const operation = token && getOperationAST(document, operationName);
    if (!operation) {
      return undefined;
    }
    const asked = costOf(document, operation, variableValues ?? {});
    const charge = await live.apiBudgets.take(token, asked);
    context.charge = charge;
    return { operation, asked, charge };
  };
  return {
    async onExecute({ args, setResultAndStopExecution }) {
      const start = performance.now();
      const taken = await chargeFor(args).catch(refusalOf);
      if (!taken) {
        return undefined;
      }
      if ('refused' in taken) {
        setResultAndStopExecution({ errors: [taken.refused] });
        return undefined;
      }
      const { operation, asked, charge } = taken;
      return {
        onExecuteDone({ result, setResult }) {
          if (isAsyncIterable(result)) {
            return;
          }
          const used = usedCost(args.document, operation)(args.variableValues ?? {}, result.data);
          const { cost, headers } = settle(charge, asked, used, {
            name: operation.name?.value,
            hasErrors: (result.errors?.length ?? 0) > 0,
            milliseconds: performance.now() - start,
          });
          Object.assign((args.contextValue as RequestContext).answerHeaders, headers);
          setResult({ ...result, extensions: { ...result.extensions, cost } });
        },
      };
    },
    async onSubscribe({ args, setResultAndStopExecution }) {
      const taken = await chargeFor(args).catch(refusalOf);
      if (taken && 'refused' in taken) {
        setResultAndStopExecution({ errors: [taken.refused] });
      }
    },
  };
}

function refusalOf(error: unknown): { refused: GraphQLError } {
  if (!(error instanceof RateLimitedError)) {
    throw error;
  }
  return { refused: refusalForNow(error) };
}
