import {
  Kind,
  TypeInfo,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  typeFromAST,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';

type JsonSchema = Record<string, unknown>;

const scalars: Readonly<Record<string, JsonSchema>> = {
  Boolean: { type: 'boolean' },
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  Float: { type: 'number' },
  ID: { type: 'string' },
  Int: { type: 'integer' },
  String: { type: 'string' },
};

/** JSON Schema of the variables of an operation, with the descriptions of the schema. */
export function argumentsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
): { type: 'object'; properties: Record<string, JsonSchema>; required: string[] } {
  const descriptions = descriptionsOf(schema, document);
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const { variable, type, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    const input = typeFromAST(schema, type) as GraphQLInputType;
    properties[name] = {
      ...schemaOf(input),
      description: descriptions.get(name),
      ...(defaultValue && { default: valueFromASTUntyped(defaultValue) }),
    };
    if (isNonNullType(input) && !defaultValue) required.push(name);
  }
  return { type: 'object', properties, required };
}

function schemaOf(type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return schemaOf(type.ofType);
  if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType) };
  if (isEnumType(type)) return { enum: type.getValues().map(({ name }) => name) };
  const known = scalars[type.name];
  if (!known) throw new Error(`No argument of a tool may be ${type.name}`);
  return known;
}

/** Of the argument or input field that each variable is the value of. */
function descriptionsOf(schema: GraphQLSchema, document: DocumentNode) {
  const descriptions = new Map<string, string | null | undefined>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Variable({ name }, _key, parent) {
        const input = getNamedType(types.getParentInputType());
        const field =
          parent &&
          'kind' in parent &&
          parent.kind === Kind.OBJECT_FIELD &&
          isInputObjectType(input)
            ? input.getFields()[parent.name.value]
            : types.getArgument();
        descriptions.set(name.value, field?.description);
      },
    }),
  );
  return descriptions;
}
