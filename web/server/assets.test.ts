import { expect, it } from 'vitest';
import { rulesIn, stylesOf } from './assets.ts';

const stylesheet = [
  '@charset "utf-8";',
  ':root{--sea:#0e4b53}',
  '.card_aaaaa{color:red}',
  '.card_aaaaa:hover .title_bbbbb{color:blue}',
  '.quote_ccccc:before{content:"}{\\"}"}',
  '@media (width<=600px){.title_bbbbb{color:green}.quote_ccccc{color:red}}',
  '@keyframes wave_ddddd{0%{top:0}to{top:1px}}',
];

it('splits a stylesheet into its top-level rules', () => {
  expect(rulesIn(stylesheet.join('')).map(({ text }) => text)).toEqual(stylesheet);
});

it('selects the global rules and those of the CSS modules on the page, in order', () => {
  const [charset = '', root = '', card, title, , media] = stylesheet;
  const rules = rulesIn(stylesheet.join(''));
  expect(stylesOf('<p class="MuiBox-root title_bbbbb">', rules)).toBe(
    [charset, root, title, media].join(''),
  );
  expect(stylesOf('<p class="card_aaaaa">', rules)).toBe([charset, root, card, title].join(''));
  expect(stylesOf('<p class="card_aaaaab x-card_aaaaa-y">', rules)).toBe(charset + root);
});
