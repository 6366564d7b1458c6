import { readFileSync } from 'node:fs';
import { buildSchema, isEnumType } from 'graphql';
import { expect, it } from 'vitest';
import { organizationRoles } from './organizationRoles.ts';
import { tokenScopes } from './tokens/tokenScopes.ts';
import { webhookTopics } from './webhooks/webhookTopics.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

it.each([
  ['OrganizationRole', organizationRoles],
  ['TokenScope', tokenScopes],
  ['WebhookTopic', webhookTopics],
])("every value of the server's %s has words", (name, words) => {
  const type = schema.getType(name);
  if (!isEnumType(type)) throw new Error(`${name} is no enum`);
  expect(Object.keys(words).sort()).toEqual(
    type
      .getValues()
      .map((value) => value.name)
      .sort(),
  );
});
