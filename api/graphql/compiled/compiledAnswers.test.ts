import { readFileSync } from 'node:fs';
import {
  execute,
  getOperationAST,
  parse,
  type ExecutionResult,
  type FieldNode,
  type GraphQLObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestContext } from '../../context/context.ts';
import { schema } from '../../schema.ts';
import {
  persistedDocumentsFile,
  startTestServer,
  type TestServer,
} from '../../testing/testServer.ts';
import { compileAnswer } from './compiledAnswers.ts';
import { NotCompiled, writerOf } from './compiledRows.ts';
import { makePlan } from '../answers/publicAnswers.ts';
import { visitorContext } from '../../testing/visitorContext.ts';
import {
  forRandomDocuments,
  readVocabulary,
  textOf,
  type Vocabulary,
} from '../../testing/randomDocument.ts';

const documents = Number(process.env['DOCUMENTS'] ?? 300);

const roots = Object.values(schema.getQueryType()?.getFields() ?? {})
  .filter(({ extensions }) => extensions['publicAnswer'] === true && !extensions['sql'])
  .map(({ name }) => name);

let server: TestServer;
let vocabulary: Vocabulary;

beforeAll(async () => {
  server = await startTestServer({ database: 'sample' });
  vocabulary = await readVocabulary(ordinary);
});

afterAll(() => server.close());

const newContext = (): RequestContext => visitorContext(server.deps);

const ordinary = async (
  text: string,
  variableValues: Record<string, unknown> = {},
): Promise<ExecutionResult> =>
  execute({ schema, document: parse(text), variableValues, contextValue: newContext() });

/** Undefined if it is left to graphql-js. */
const compiled = (
  text: string,
  variables: Record<string, unknown> = {},
): Promise<ExecutionResult | undefined> | undefined =>
  compileAnswer(schema, parse(text))?.(variables, newContext());

describe('a compiled answer', () => {
  it('equals the one of graphql-js for any document', async () => {
    let answered = 0;
    let failed = 0;
    const check = () =>
      forRandomDocuments(
        { schema, roots, vocabulary, numRuns: documents },
        async ({ text, variables, question }) => {
          const answer = await compiled(text, variables);
          if (answer) {
            answered += 1;
            failed += answer.errors ? 1 : 0;
            const expected = await ordinary(text, variables);
            expect(textOf(answer), question).toBe(textOf(expected));
          }
        },
      );
    await check();
    // By chance too few may be compiled, or fail; then twice as many are asked for.
    if (answered <= documents / 2 || failed <= documents / 40) await check();
    // Enough of them are compiled for the comparison to mean something.
    expect(answered).toBeGreaterThan(documents / 2);
    expect(failed).toBeGreaterThan(documents / 40);
  });
});

const clientQueries = Object.values(
  JSON.parse(readFileSync(persistedDocumentsFile, 'utf8')) as Record<string, string>,
);

describe('the compiler', () => {
  it.each([
    'homePageLoaderQuery',
    'nextPageLoaderSalesQuery',
    'nextPageLoaderWeeksQuery',
    'resortPageLoaderQuery',
    'resortPageLoaderReviewsQuery',
    'salePageLoaderQuery',
    'searchMapPageLoaderQuery',
    'searchPageLoaderQuery',
    'SuggestionListQuery',
    'weeksPageLoaderQuery',
  ])('knows the public part of %s', (name) => {
    const document = parse(clientQueries.find((text) => text.startsWith(`query ${name}`)) ?? '');
    const operation = getOperationAST(document);
    expect(
      operation && makePlan(schema, { document, operation, id: '' })?.compiled,
    ).toBeDefined();
  });

  it('leaves what it does not know to graphql-js', () => {
    const isKnown = (text: string) => compileAnswer(schema, parse(text)) !== undefined;
    expect(isKnown('{ topResorts { edges { node { id } } } }')).toBe(true);
    const stay = 'stay(checkIn: "2027-06-05", checkOut: "2027-06-12") { nights }';
    expect(isKnown(`{ topResorts { edges { node { ${stay} } } } }`)).toBe(false);
    expect(isKnown('{ topResorts { edges { node { id @include(if: true) } } } }')).toBe(false);
    expect(isKnown('{ __schema { queryType { name } } }')).toBe(false);
  });
});

describe('a compiled row', () => {
  const context = {} as RequestContext;
  /** Writes a row as the node of a list of weeks would be written. */
  const write = (fields: string, row: object): unknown => {
    const document = parse(`{ listing { ${fields} } }`);
    const operation = document.definitions[0] as OperationDefinitionNode;
    const nodes = operation.selectionSet.selections as FieldNode[];
    const parentType = schema.getType('Week') as GraphQLObjectType;
    const field = parentType.getFields()['listing'];
    const path = { prev: undefined, key: 'listing', typename: 'Week' };
    const compiling = {
      document: { schema, fragments: {}, operation, rootValue: undefined },
      preparations: [],
    };
    return field
      ? writerOf(compiling, { key: 'listing', nodes, parentType, field, path })(row, {
          context,
          variableValues: {},
          given: new Map(),
          pending: [],
        })
      : undefined;
  };
  const listing = { id: 'f0', ownerId: null, title: 'Sea view', onSale: false };

  it('is written only if everyone may read it', () => {
    expect(write('title', { ...listing, onOffer: true })).toEqual({ title: 'Sea view' });
    expect(() => write('title', { ...listing, onOffer: false })).toThrow(NotCompiled);
  });

  it('is left to graphql-js if a column was not read', () => {
    expect(() => write('title bedrooms', { ...listing, onOffer: true })).toThrow(NotCompiled);
  });

  it('is left to graphql-js if a value is null against the schema', () => {
    expect(() => write('title', { ...listing, onOffer: true, title: null })).toThrow(NotCompiled);
  });
});
