import { expect, it } from 'vitest';
import { withChoice } from './withChoice.ts';

it('choices are added once and removed', () => {
  expect(withChoice('', 'A', true)).toBe('A');
  expect(withChoice('A B', 'A', true)).toBe('B A');
  expect(withChoice('A B', 'A', false)).toBe('B');
  expect(withChoice('A', 'A', false)).toBe('');
});
