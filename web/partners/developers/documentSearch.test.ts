import { expect, it } from 'vitest';
import type { DeveloperContent } from './content.ts';
import { placesOf, searchDocument } from './documentSearch.ts';

const content: DeveloperContent = {
  lead: [],
  changes: [],
  sections: [
    {
      id: 'errors',
      heading: 'Errors',
      blocks: [
        {
          kind: 'table',
          head: [[{ kind: 'text', text: 'code' }]],
          rows: [[[{ kind: 'code', text: 'RATE_LIMITED' }]]],
        },
      ],
    },
    {
      id: 'limits',
      heading: 'Limits',
      blocks: [{ kind: 'paragraph', text: [{ kind: 'text', text: 'Too large: see errors.' }] }],
    },
  ],
  operations: [
    {
      id: 'query-weeks',
      kind: 'query',
      name: 'weeks',
      scope: 'listings:read',
      description: 'Stays to book.',
      arguments: [{ name: 'filter', type: 'WeekFilter', description: '' }],
      example: '{ weeks { __typename } }',
      variables: '',
      takesFile: false,
    },
  ],
};

it.each([
  ['errors', ['errors', 'limits']],
  ['Rate_Limited', ['errors']],
  ['too ERRORS', ['limits']],
  ['filter listings:read', ['query-weeks']],
  ['unicorn', []],
  ['  ', []],
])('a search for %j finds %j', (search, ids) => {
  expect(searchDocument(placesOf(content), search).map(({ id }) => id)).toEqual(ids);
});
