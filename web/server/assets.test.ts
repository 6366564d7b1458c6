import { expect, it } from 'vitest';
import { rulesIn, stylesOf } from './assets.ts';

const stylesheet = [
  '@charset "utf-8";',
  ':root{--sea:#0e4b53}',
  '._aaaaa0{color:red}',
  '._aaaaa0:hover ._bbbbb1{color:blue}',
  '._ccccc2:before{content:"}{\\"}"}',
  '@media (width<=600px){._bbbbb1{color:green}._ccccc2{color:red}}',
  '@keyframes _ddddd3{0%{top:0}to{top:1px}}',
];

it('splits a stylesheet into its top-level rules', () => {
  expect(rulesIn(stylesheet.join('')).map(({ text }) => text)).toEqual(stylesheet);
});

it('selects the global rules and those of the CSS modules on the page, in order', () => {
  const [charset = '', root = '', card, title, , media] = stylesheet;
  const rules = rulesIn(stylesheet.join(''));
  expect(stylesOf('<p class="MuiBox-root _bbbbb1">', rules)).toBe(
    [charset, root, title, media].join(''),
  );
  expect(stylesOf('<p class="_aaaaa0">', rules)).toBe([charset, root, card, title].join(''));
  expect(stylesOf('<p class="card-_aaaaa _aaaa">', rules)).toBe(charset + root);
});
