import { expect, it } from 'vitest';
import { parseMarkdown } from './markdown.ts';

it('reads sections with paragraphs, lists, tables and code', () => {
  const { lead, sections } = parseMarkdown(
    [
      '# Title',
      '',
      'A lead of',
      'two lines.',
      '',
      '## What `it` does!',
      '',
      '### With a token',
      '',
      '- first',
      '  goes on',
      '- **second**',
      '',
      '| a | b |',
      '| - | - |',
      '| `x` | [y](https://y.example) and [z](z.md) |',
      '',
      '```ts',
      '## no heading',
      '',
      'x',
      '```',
      '',
      '```sh',
      'y',
      '```',
      'After.',
    ].join('\n'),
  );
  const text = (words: string) => ({ kind: 'text', text: words });
  expect(lead).toEqual([{ kind: 'paragraph', text: [text('A lead of two lines.')] }]);
  expect(sections).toEqual([
    {
      id: 'what-it-does',
      heading: 'What `it` does!',
      blocks: [
        { kind: 'heading', id: 'with-a-token', text: 'With a token' },
        {
          kind: 'list',
          isOrdered: false,
          items: [[text('first goes on')], [{ kind: 'strong', text: 'second' }]],
        },
        {
          kind: 'table',
          head: [[text('a')], [text('b')]],
          rows: [
            [
              [{ kind: 'code', text: 'x' }],
              [{ kind: 'link', text: 'y', to: 'https://y.example' }, text(' and '), text('z')],
            ],
          ],
        },
        {
          kind: 'code',
          codes: [
            { language: 'ts', text: '## no heading\n\nx' },
            { language: 'sh', text: 'y' },
          ],
        },
        { kind: 'paragraph', text: [text('After.')] },
      ],
    },
  ]);
});
