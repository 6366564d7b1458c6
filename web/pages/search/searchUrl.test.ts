import { describe, expect, it } from 'vitest';
import { parseSearch, searchPath, searchVariables } from './searchUrl.ts';

const parse = (text: string) => parseSearch(new URLSearchParams(text));

describe('search address', () => {
  it('reads query, sort and price, and trims the query', () => {
    expect(parse('q=%20aruba%20&sort=price-asc&price=100-300&type=rent')).toEqual({
      query: 'aruba',
      type: 'rent',
      sort: 'price-asc',
      price: '100-300',
    });
  });

  it('takes what it does not know as the default', () => {
    expect(parse('sort=colour&price=free')).toMatchObject({ sort: 'rating', price: 'all' });
  });

  it('asks the server for the tier and order that the address names', () => {
    expect(searchVariables(parse('q=disney&sort=reviews&price=300-plus'))).toEqual({
      query: 'disney',
      priceTier: 'FROM_300',
      sort: 'MOST_REVIEWS',
    });
    expect(searchVariables(parse(''))).toEqual({
      query: null,
      priceTier: null,
      sort: 'HIGHEST_RATED',
    });
  });

  it('writes the shortest address, which reads back the same', () => {
    expect(searchPath(parse('sort=rating&price=all'))).toBe('/search');
    const search = parse('q=a%26b&price=under-100&sort=price-desc&type=buy');
    expect(parse(searchPath(search).split('?')[1] ?? '')).toEqual(search);
  });
});
