import {
  getNamedType,
  isLeafType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { declarationOf } from './declarations.ts';
import {
  fill,
  itemsOf,
  leafParts,
  leafValue,
  modelNamed,
  relationOf,
  rowOf,
  rowOfOwn,
  sqlOf,
  valuesOf,
  type SqlRow,
} from './sqlRows.ts';

/** Columns, relations and values exist and fit the fields. @throws {Error} naming the field */
export function checkSqlFields(schema: GraphQLSchema): void {
  const seen = new Set<string>();
  const check = (type: GraphQLObjectType, row: SqlRow, shape: string): void => {
    const visit = `${type.name} ${shape}`;
    if (seen.has(visit)) {
      return;
    }
    seen.add(visit);
    const condition = type.extensions['sqlPublicIf'];
    if (typeof condition === 'string') {
      fill(condition, row);
    }
    for (const field of Object.values(type.getFields())) {
      try {
        checkField(field, row, check);
      } catch (error) {
        throw new Error(`${type.name}.${field.name} in SQL: ${String(error)}`, { cause: error });
      }
    }
  };
  for (const type of Object.values(schema.getTypeMap())) {
    const model = type.extensions['pothosPrismaModel'];
    if (isObjectType(type) && typeof model === 'string') {
      check(type, rowOf(modelNamed(model), 't'), model);
    }
  }
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const declared = sqlOf(field);
    const type = getNamedType(field.type);
    if (typeof declared === 'object' && 'model' in declared && isObjectType(type)) {
      const model =
        typeof declared.model === 'string' ? modelNamed(declared.model) : declared.model;
      if ('own' in declared) {
        check(type, rowOfOwn(declared.own, new Set()), JSON.stringify(declared.own));
        const node = nodeOf(type);
        if (node) {
          check(node, rowOf(model, 't'), model.name);
        }
      } else {
        check(type, rowOf(model, 't'), model.name);
      }
    }
  }
}

function nodeOf(connection: GraphQLObjectType): GraphQLObjectType | undefined {
  const edge = getNamedType(connection.getFields()['edges']?.type);
  const node = isObjectType(edge) ? getNamedType(edge.getFields()['node']?.type) : undefined;
  return isObjectType(node) ? node : undefined;
}

function checkField(
  field: GraphQLField<unknown, unknown>,
  row: SqlRow,
  check: (type: GraphQLObjectType, row: SqlRow, shape: string) => void,
): void {
  const declared = sqlOf(field);
  const type = getNamedType(field.type);
  if (isLeafType(type)) {
    if (declared !== undefined) {
      leafParts(field, leafValue(field, row));
    }
    return;
  }
  if (!isObjectType(type) || typeof declared !== 'object') {
    return;
  }
  const name = relationOf(field);
  if (name !== undefined) {
    const relation = row.model?.relations.get(name);
    if (!relation) {
      throw new Error(`no relation ${name}`);
    }
    if ('connection' in declared) {
      const defaults = Object.fromEntries(
        field.args.map((argument) => [argument.name, argument.defaultValue]),
      );
      const other = rowOf(modelNamed(relation.model), 't');
      declared.keyOf(defaults).columns.forEach((column) => other.value(column));
    } else {
      check(type, rowOf(modelNamed(relation.model), 't'), relation.model);
    }
  } else if ('values' in declared || 'items' in declared) {
    const values = 'values' in declared ? valuesOf(declared, row) : itemsOf(declared.columns, 't');
    if ('items' in declared) {
      fill(declared.items, row);
    }
    for (const part of Object.values(type.getFields())) {
      if (sqlOf(part) !== undefined || declarationOf(part).pothosExposedField !== undefined) {
        leafParts(part, leafValue(part, values));
      }
    }
  }
}
