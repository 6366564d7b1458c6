import { describe, expect, it } from 'vitest';
import { mailPath, mailSearchOf } from './mailUrl.ts';

const read = (query: string) => mailSearchOf(new URLSearchParams(query));

describe('The URL of the mail log', () => {
  it('reads back the messages and the page it was written for', () => {
    for (const path of [
      '',
      '?status=failed',
      '?status=sent&q=ada%40x.example&after=abc',
      '?before=b',
    ]) {
      expect(mailPath(read(path))).toBe(`/admin/mail${path}`);
    }
  });

  it('may contain invalid values', () => {
    expect(read('?status=toString&q=%20&after=')).toEqual({ status: undefined, recipient: '' });
    expect(read('?after=a&before=b')).toMatchObject({ before: 'b' });
  });
});
