import { expect, it } from 'vitest';
import { codeParts } from './codeParts.ts';

it.each([
  ['sh', `curl -d '{"a": "b"}' # asks`, [`word:curl`, `string:'{"a": "b"}'`, 'comment:# asks']],
  ['ts', 'const a = `/*` // on', ['word:const', 'string:`/*`', 'comment:// on']],
  ['ts', "'https://a.example'", ["string:'https://a.example'"]],
  ['python', 'a = """\n"b"\n""" if c', ['string:"""\n"b"\n"""', 'word:if']],
  ['graphql', 'query { node { question } }', ['word:query']],
  ['text', 'const a', []],
])('in %s, %j', (language, code, coloured) => {
  const parts = codeParts(language, code);
  expect(parts.map(({ text }) => text).join('')).toBe(code);
  expect(
    parts.filter(({ kind }) => kind !== 'plain').map(({ kind, text }) => `${kind}:${text}`),
  ).toEqual(coloured);
});
