import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bookingWords } from './bookingMails.ts';
import { moveNames, ruleOf, wordsOf } from './moves.ts';
import { movesTable } from './movesTable.ts';

describe('The table of moves', () => {
  it('is the one in docs/bookings.md', () => {
    expect(readFileSync('docs/bookings.md', 'utf8')).toContain(movesTable());
  });

  it('has words for everybody whom a move tells, and for nobody else', () => {
    // The team is told in the place of an owner for weeks from providers.
    const expected = moveNames.flatMap((move) => {
      const { tells } = ruleOf(move);
      const told = tells.includes('owner') ? [...tells, 'team'] : tells;
      return [...new Set(told)].map((to) => `${move} ${to}`);
    });
    const written = Object.entries(bookingWords).flatMap(([move, byPerson]) =>
      Object.keys(byPerson).map((to) => `${move} ${to}`),
    );
    expect(written.sort()).toEqual(expected.sort());
  });

  it('speaks to traveler and owner, and does not name them to themselves', () => {
    for (const party of ['traveler', 'owner'] as const) {
      const said = moveNames.map((move) => Object.values(wordsOf(move, [party])).join(': '));
      expect(said.filter((words) => words.toLowerCase().includes(`the ${party}`))).toEqual([]);
      expect(said.filter((words) => /^owner/i.test(words) && party === 'owner')).toEqual([]);
    }
    expect(wordsOf('cancel', ['team'])).toEqual(wordsOf('cancel', []));
    expect(wordsOf('release', ['owner', 'team']).title).toBe('You are paid');
  });

  it('leads out of every status that is not an end', () => {
    const ends = ['completed', 'declined', 'expired', 'cancelled', 'resolved'];
    const reached = new Set(moveNames.map((move) => ruleOf(move).to));
    for (const status of reached) {
      const onward = moveNames.some((move) => {
        const { from, to } = ruleOf(move);
        return status !== null && from.includes(status) && to !== null && to !== status;
      });
      expect([status, onward]).toEqual([
        status,
        status !== null && (!ends.includes(status) || status === 'completed'),
      ]);
    }
  });

  it('asks why whenever something is taken from the traveler', () => {
    const taking = moveNames.filter((move) => {
      const { to, by } = ruleOf(move);
      return (
        (to === 'declined' || to === 'cancelled') &&
        by.some((one) => one === 'owner' || one === 'team')
      );
    });
    expect(taking.filter((move) => !ruleOf(move).asksWhy)).toEqual([]);
  });
});
