import { ESLint } from 'eslint';
import { expect, it } from 'vitest';

const eslint = new ESLint();

async function rulesBroken(code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath: 'api/modules/example.ts' });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId);
}

it.each([
  [String.raw`/^a\s*:?\s*b$/.test(text)`, 'regexp/no-super-linear-backtracking'],
  [String.raw`/^(\w+)+$/.test(text)`, 'regexp/no-super-linear-backtracking'],
  [String.raw`text.replace(/\s+$/, '')`, 'regexp/no-super-linear-move'],
  ['new RegExp(text)', 'no-restricted-syntax'],
  ['RegExp(text)', 'no-restricted-syntax'],
])('lint refuses %s', async (code, rule) => {
  expect(await rulesBroken(`export const found = (text: string) => ${code};\n`)).toContain(rule);
});

it('lint accepts an expression that takes linear time', async () => {
  expect(
    await rulesBroken(
      String.raw`export const found = (text: string) => /^\d{4}-\d{2}$/.test(text);` + '\n',
    ),
  ).toEqual([]);
});
