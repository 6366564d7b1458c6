import { describe, expect, it } from 'vitest';
import { failureText } from './UploadPanel.tsx';

const title = 'Failed to upload contract. Please try again.';

describe('A failed upload', () => {
  it.each([
    [undefined, title],
    ['', title],
    [title, title],
    ['Please try again', title],
    ['Failed to upload contract', title],
    ['The file has a virus', `${title} The file has a virus.`],
    ['The file has a virus.', `${title} The file has a virus.`],
    ['The scanner is busy. Please try again', `${title} The scanner is busy.`],
  ])('for the reason %j says nothing twice', (reason, text) => {
    expect(failureText(title, reason)).toBe(text);
  });
});
