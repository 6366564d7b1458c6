import { getVariableValues, getOperationAST, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '#api/schema.ts';
import { operationsOf } from './operations.ts';

const operations = operationsOf(schema);

it('holds what tokens may call, and nothing else', () => {
  const scopes = Object.fromEntries(operations.map(({ name, scope }) => [name, scope]));
  expect(scopes).toMatchObject({
    resorts: 'resorts:read',
    listings: 'listings:read',
    createListing: 'listings:write',
    booking: 'bookings:read',
    moveBooking: 'bookings:write',
    bookingChanged: 'bookings:read',
    organization: 'any',
  });
  expect(scopes).not.toHaveProperty('signIn');
  expect(scopes).not.toHaveProperty('createApiToken');
  expect(scopes).not.toHaveProperty('users');
});

describe.each(operations)('the example of $kind $name', ({ example, variables }) => {
  const document = parse(example);

  it('is valid', () => {
    expect(validate(schema, document)).toEqual([]);
  });

  it('has variables of the right types', () => {
    const declared = getOperationAST(document)?.variableDefinitions ?? [];
    const { errors = [] } = getVariableValues(schema, declared, JSON.parse(variables || '{}'));
    // A file is not among the variables.
    expect(errors.filter(({ message }) => !message.includes('Upload'))).toEqual([]);
  });
});
