import {
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';
import type { ChangePart } from '#api/platform/cache/changes.ts';
import { asksForMarks } from '../marksAhead.ts';
import { partsShownBy } from '../shows.ts';
import {
  compileSqlAnswer,
  keptStatements,
  type SqlAnswer,
  type Statements,
} from '../sql/sqlAnswers.ts';

interface PlannedOperation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  id: string;
}

export interface Plan extends PlannedOperation {
  asksForMarks: boolean;
  /** The part of the cache: operations made up by clients evict only their own answers. */
  part: 'known' | 'strangers';
  sharedPart: DocumentNode;
  shown: readonly ChangePart[];
  inSql: SqlAnswer | undefined;
  ownPart: DocumentNode | undefined;
  /** Whether all root fields of the own part are null for signed-out callers. */
  isNullSignedOut: boolean;
  /** Whether the own part shows only data that is remembered with the session. */
  isOfSession: boolean;
  responseKeys: string[];
  key(variables: Record<string, unknown>): string;
}

/** Null for mutations, without public root fields, and if a root field has a directive. */
export function makePlan(
  schema: GraphQLSchema,
  {
    document,
    operation,
    id,
    statements = keptStatements(),
  }: PlannedOperation & { statements?: Statements },
): Plan | null {
  if (operation.operation !== 'query') {
    return null;
  }
  const fragments = new Map(
    document.definitions
      .filter(
        (definition): definition is FragmentDefinitionNode =>
          definition.kind === Kind.FRAGMENT_DEFINITION,
      )
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const fields = rootFields(operation.selectionSet.selections, fragments);
  const queryFields = schema.getQueryType()?.getFields() ?? {};
  const isShared = (field: FieldNode): boolean =>
    queryFields[field.name.value]?.extensions['publicAnswer'] === true;
  const shared = fields?.filter(isShared) ?? [];
  if (!fields || shared.length === 0) {
    return null;
  }
  const own = fields.filter((field) => !isShared(field));
  const variables = variablesIn([...shared, ...fragmentsIn(shared, fragments)]);
  const part = (selections: FieldNode[]): DocumentNode => ({
    kind: Kind.DOCUMENT,
    definitions: [
      { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections } },
      ...fragmentsIn(selections, fragments),
    ],
  });
  const sharedPart = part(shared);
  return {
    id,
    document,
    operation,
    asksForMarks: asksForMarks(document),
    part: statements.ofStrangers ? 'strangers' : 'known',
    sharedPart,
    shown: partsOf(schema, sharedPart),
    inSql: compileSqlAnswer(schema, sharedPart, statements),
    ownPart: own.length > 0 ? part(own) : undefined,
    isOfSession: own.length > 0 && allFields(schema, part(own), isOfSession),
    isNullSignedOut: own.every(
      (field) => queryFields[field.name.value]?.extensions['nullSignedOut'] === true,
    ),
    responseKeys: [...new Set(fields.map((field) => field.alias?.value ?? field.name.value))],
    key: (values) =>
      // An omitted variable takes its default value, but a null variable does not.
      `answer ${id} ${JSON.stringify(variables.map((name) => (Object.hasOwn(values, name) ? [values[name]] : [])))}`,
  };
}

const isOfSession = ({ extensions }: GraphQLField<unknown, unknown>): boolean =>
  extensions['ofSession'] === true;

function allFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  test: (field: GraphQLField<unknown, unknown>) => boolean,
): boolean {
  const typeInfo = new TypeInfo(schema);
  let isTrue = true;
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field() {
        const field = typeInfo.getFieldDef();
        isTrue &&= field != null && test(field);
      },
    }),
  );
  return isTrue;
}

/** The parts of a resort that a document shows, as its fields declare, or else their types (`shows`). */
function partsOf(schema: GraphQLSchema, document: DocumentNode): ChangePart[] {
  const parts = new Set<ChangePart>();
  const typeInfo = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field() {
        const [type, field] = [typeInfo.getParentType(), typeInfo.getFieldDef()];
        const shown = partsShownBy(field?.extensions) ?? partsShownBy(type?.extensions) ?? ['stay'];
        shown.forEach((part) => parts.add(part));
      },
    }),
  );
  return [...parts];
}

/** The root fields with fragments expanded; undefined if one has a directive. */
function rootFields(
  selections: readonly SelectionNode[],
  fragments: Map<string, FragmentDefinitionNode>,
): FieldNode[] | undefined {
  const fields: FieldNode[] = [];
  for (const selection of selections) {
    if (selection.directives?.length) {
      return undefined;
    }
    if (selection.kind === Kind.FIELD) {
      fields.push(selection);
      continue;
    }
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection.selectionSet
        : fragments.get(selection.name.value)?.selectionSet;
    const opened = inner && rootFields(inner.selections, fragments);
    if (!opened) {
      return undefined;
    }
    fields.push(...opened);
  }
  return fields;
}

function fragmentsIn(
  fields: FieldNode[],
  fragments: Map<string, FragmentDefinitionNode>,
): FragmentDefinitionNode[] {
  const used = new Set<FragmentDefinitionNode>();
  const look = (node: FieldNode | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread: (spread) => {
        const fragment = fragments.get(spread.name.value);
        if (fragment && !used.has(fragment)) {
          used.add(fragment);
          look(fragment);
        }
      },
    });
  };
  fields.forEach(look);
  return [...used];
}

function variablesIn(nodes: readonly (FieldNode | FragmentDefinitionNode)[]): string[] {
  const names = new Set<string>();
  for (const node of nodes) {
    visit(node, { Variable: (variable) => void names.add(variable.name.value) });
  }
  return [...names].sort();
}
