import { describe, expect, it } from 'vitest';
import {
  fieldsOf,
  noProvider,
  pairErrorsOf,
  validatePairs,
  validateProvider,
  type Pair,
} from './providerForms.ts';

const pair = (key: number, of: string, at: string): Pair => ({ key, of, at });
const none = { paths: [], calendars: [] };

describe('The form of a provider', () => {
  it.each([
    [{}, { name: 'Name is required', address: 'Address is required' }],
    [{ name: 'A', kind: 'ICALENDAR' }, {}],
    [{ name: 'A', address: 'https://a' }, {}],
    [{ name: 'A', address: 'https://a', schedule: 'own', ownSchedule: '5 4 * * *' }, {}],
  ])('validates %o', (changes, errors) => {
    expect(validateProvider({ ...noProvider, ...changes })).toEqual(errors);
  });

  it('rejects an invalid schedule', () => {
    const form = { ...noProvider, schedule: 'own', ownSchedule: 'daily' };
    expect(validateProvider(form).ownSchedule).toContain('Five fields');
  });

  it('sends a key only if one is typed or removed', () => {
    expect(fieldsOf(noProvider, none)).not.toHaveProperty('key');
    expect(fieldsOf({ ...noProvider, key: 'secret' }, none)).toHaveProperty('key', 'secret');
    expect(fieldsOf({ ...noProvider, key: 'x', removesKey: 'true' }, none)).toHaveProperty(
      'key',
      '',
    );
  });

  it('sends only the fields that its kind uses', () => {
    const form = { ...noProvider, rowsPath: 'data.weeks' };
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const lists = {
      paths: [pair(1, 'title', ' name ')],
      calendars: [pair(2, `https://tideweek.example/admin/verification/${id}?x`, ' https://c ')],
    };
    expect(fieldsOf(form, lists)).toMatchObject({
      rowsPath: 'data.weeks',
      fieldPaths: [{ field: 'title', path: 'name' }],
      calendars: [],
    });
    expect(fieldsOf({ ...form, kind: 'CSV_FEED' }, lists)).toMatchObject({ rowsPath: '' });
    expect(fieldsOf({ ...form, kind: 'ICALENDAR' }, lists)).toMatchObject({
      rowsPath: '',
      fieldPaths: [],
      calendars: [{ listingId: id, address: 'https://c' }],
    });
  });
});

describe('Pairs', () => {
  it('require both texts, and a unique first text', () => {
    expect(
      validatePairs([pair(4, 'a', 'x'), pair(5, 'b', ' '), pair(6, 'a', 'y')], 'Both, please'),
    ).toEqual({ 5: 'Both, please', 6: 'This one is named twice' });
  });

  it("get the server's errors about them", () => {
    const pairs = [pair(4, 'a', 'x'), pair(9, 'b', 'y')];
    expect(
      pairErrorsOf('calendars', pairs, [
        { field: 'calendars.1.address', message: 'Private' },
        { field: 'address', message: 'Elsewhere' },
        { field: 'fieldPaths.0.path', message: 'Elsewhere' },
      ]),
    ).toEqual({ 9: 'Private' });
  });
});
