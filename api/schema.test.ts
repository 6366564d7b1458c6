import { readFileSync } from 'node:fs';
import {
  buildSchema,
  findBreakingChanges,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { printedSchema } from './printSchema.ts';
import { schema } from './schema.ts';

describe('the schema', () => {
  it('is the one in schema.graphql (npm run generate:schema)', () => {
    expect(readFileSync('schema.graphql', 'utf8')).toBe(printedSchema());
  });

  it('describes every type, field, argument, enum value and input field', () => {
    expect(undescribed(schema)).toEqual([]);
  });

  it('reports descriptions that are missing or meaningless', () => {
    const poor = buildSchema(`
      "Everything that can be read."
      type Query {
        "A resort by the id of it."
        resort("Too short." id: ID!): Int
        week: Week
      }
      "A range of nights, by name."
      enum Week { FIRST }
    `);
    expect(undescribed(poor)).toEqual(['Query.resort(id:)', 'Query.week', 'Week.FIRST']);
  });

  it('keeps everything in schema.published.graphql (npm run publish:schema accepts a break)', () => {
    const published = buildSchema(readFileSync('schema.published.graphql', 'utf8'));
    expect(breakingChanges(published, schema)).toEqual([]);
  });

  it('reports breaking changes', () => {
    const before = buildSchema('type Query { a: Int, b(c: Int): Int }');
    const after = buildSchema('type Query { b(c: Int!): Int }');
    expect(breakingChanges(before, after)).toEqual([
      'Query.a was removed.',
      'Query.b arg c has changed type from Int to Int!.',
    ]);
  });
});

const leastLength = 15;

function undescribed(checked: GraphQLSchema): string[] {
  const missing: string[] = [];
  const check = (name: string, { description }: { description?: string | null | undefined }) => {
    if ((description ?? '').trim().length < leastLength) {
      missing.push(name);
    }
  };
  for (const type of Object.values(checked.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) {
      continue;
    }
    check(type.name, type);
    if (isEnumType(type)) {
      type.getValues().forEach((value) => check(`${type.name}.${value.name}`, value));
    }
    if (isInputObjectType(type) || isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        check(`${type.name}.${field.name}`, field);
        for (const arg of 'args' in field ? field.args : []) {
          check(`${type.name}.${field.name}(${arg.name}:)`, arg);
        }
      }
    }
  }
  return missing;
}

const breakingChanges = (before: GraphQLSchema, after: GraphQLSchema): string[] =>
  findBreakingChanges(before, after).map((change) => change.description);
