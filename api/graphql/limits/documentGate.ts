import {
  GraphQLError,
  Lexer,
  Source,
  TokenKind,
  getOperationAST,
  parse,
  validate,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
} from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { RequestContext } from '#api/context/context.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { requireShallow } from '#api/platform/input/jsonDepth.ts';
import { operationIsMadeUp } from '#api/platform/process/requestScope.ts';
import { CyclicFragmentError, measureDocument, mostRepeats } from './documentSize.ts';
import { errorLimits, maxErrors, maxLines, maxTokens, operationLimits } from './limits.ts';
import { tooManySearches } from './searches.ts';
import { requestError } from '../requestError.ts';
import type { Operations } from '../operations.ts';

/** Points of the read budget per character, for parsing a document that is not cached. */
const pointsOfCharacter = 0.02;

interface Starting {
  args: ExecutionArgs;
  setResultAndStopExecution: (result: ExecutionResult) => void;
}

/** Refuses documents by size once parsed, operations by cost before they run; bounds errors. */
export function useDocumentGate({ documents, costOf }: Operations): Plugin<RequestContext> {
  const known = documents.texts;

  const refuseCostly = ({ args, setResultAndStopExecution }: Starting): void => {
    const { document, operationName, variableValues } = args;
    if (!documents.include(document)) {
      operationIsMadeUp();
    }
    const operation = getOperationAST(document, operationName);
    const cost = operation ? costOf(document, operation, variableValues ?? {}) : 0;
    const refused =
      (operation && tooManySearches(document, operation)) ??
      refusal('complexity', cost, operationLimits.complexity);
    if (refused) {
      setResultAndStopExecution({ errors: [refused] });
    }
  };

  return {
    onParams({ params }) {
      requireShallowParams(params);
      const { query } = params;
      if (typeof query === 'string' && !known.has(query)) {
        const refused = refusal('number of tokens', countTokens(query, maxTokens + 1), maxTokens);
        if (refused) {
          throw refused;
        }
      }
    },
    onParse({ context, setParseFn }) {
      setParseFn((source) => {
        const text = typeof source === 'string' ? source : source.body;
        const before = known.get(text);
        if (before) {
          return before;
        }
        context.deps.readBudget.spend(context.address, text.length * pointsOfCharacter);
        return parse(text);
      });
    },
    onValidate({ params, setResult, setValidationFn }) {
      const { documentAST } = params as { documentAST: DocumentNode };
      const text = documentAST.loc?.source.body ?? '';
      if (known.get(text) === documentAST || documents.include(documentAST)) {
        setResult([]);
        return undefined;
      }
      setValidationFn((schema, document, rules, typeInfo) => {
        const refusal = sizeRefusal(document);
        return refusal
          ? [refusal]
          : validate(schema, document, rules, { maxErrors: maxErrors.invalid }, typeInfo);
      });
      return ({ valid: isValid }) => {
        if (isValid) {
          known.set(text, documentAST);
        }
      };
    },
    onExecute: refuseCostly,
    onSubscribe: refuseCostly,
    onExecutionResult({ result, setResult }) {
      if (result && 'errors' in result && result.errors) {
        setResult({ ...result, errors: fewAndShort(result.errors) });
      }
    },
  };
}

function requireShallowParams({ variables, extensions }: GraphQLParams): void {
  try {
    requireShallow(variables, 'variables');
    requireShallow(extensions, 'extensions');
  } catch (error) {
    throw error instanceof InvalidInputError ? requestError(error.message, 'BAD_REQUEST') : error;
  }
}

/** Counts the tokens of a text, up to `most` or to the first syntax error. */
function countTokens(text: string, most: number): number {
  const lexer = new Lexer(new Source(text));
  let count = 0;
  try {
    while (count < most && lexer.advance().kind !== TokenKind.EOF) {
      count += 1;
    }
  } catch {
    // The parser reports the syntax error.
  }
  return count;
}

function sizeRefusal(document: DocumentNode): GraphQLError | undefined {
  const lines = (document.loc?.source.body ?? '').split(/\r\n|[\n\r]/g, maxLines + 1).length;
  try {
    const { depth, breadth, selections, aliases } = measureDocument(document).size;
    return (
      refusal('number of lines', lines, maxLines) ??
      refusal('depth', depth, operationLimits.depth) ??
      refusal('breadth', breadth, operationLimits.breadth) ??
      refusal('number of fields and fragments', selections, operationLimits.selections) ??
      refusal('number of aliases', aliases, operationLimits.aliases) ??
      // Expands fragments; the checks above keep that cheap.
      refusal('number of times for one field', mostRepeats(document), operationLimits.repeats)
    );
  } catch (error) {
    if (error instanceof CyclicFragmentError) {
      return requestError(error.message, 'BAD_REQUEST');
    }
    throw error;
  }
}

const refusal = (measure: string, asked: number, most: number): GraphQLError | undefined =>
  asked > most ? tooLarge(measure, asked, most) : undefined;

const tooLarge = (measure: string, asked: number, most: number): GraphQLError =>
  requestError(
    `The operation asks for too much: its ${measure} is ${asked}, ${most} at most`,
    'OPERATION_TOO_LARGE',
  );

const fewAndShort = (errors: readonly GraphQLError[]): GraphQLError[] =>
  errors.slice(0, maxErrors.answered).map((error) => {
    const { message, nodes } = error;
    const { locations: mostNodes, message: longest } = errorLimits;
    if (message.length <= longest && (nodes?.length ?? 0) <= mostNodes) {
      return error;
    }
    const { source, positions, path, originalError, extensions } = error;
    return new GraphQLError(message.length > longest ? `${message.slice(0, longest)}…` : message, {
      ...(nodes ? { nodes: nodes.slice(0, mostNodes) } : { source, positions }),
      path,
      originalError,
      extensions,
    });
  });
