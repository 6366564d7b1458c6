import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EscrowStatus } from '#api/generated/prisma/enums.ts';
import { escrowTable, escrowTransitions, mayEscrowMove, type EscrowActor } from './transitions.ts';

const statuses = Object.values(EscrowStatus);
const actors: EscrowActor[] = ['tideweek', 'partner'];

interface Attempt {
  to: EscrowStatus;
  by: EscrowActor;
}

const attempts = fc.array(
  fc.record({ to: fc.constantFrom(...statuses), by: fc.constantFrom(...actors) }),
  { maxLength: 60 },
);

/** The transitions that are allowed when all attempts are made one after the other. */
function walk(tries: Attempt[]): { from: EscrowStatus; to: EscrowStatus; by: EscrowActor }[] {
  let from: EscrowStatus = 'none';
  return tries.flatMap(({ to, by }) => {
    if (!mayEscrowMove(from, to, by)) {
      return [];
    }
    const step = { from, to, by };
    from = to;
    return [step];
  });
}

describe('the transitions of an escrow', () => {
  it('are exactly those that were agreed', () => {
    const agreed = [
      'none > pending by tideweek',
      'pending > active by partner',
      'pending > none by partner',
      'pending > none by tideweek',
      'active > none by tideweek',
      'active > released by tideweek',
      'active > refunded by tideweek',
      'active > disputed by partner',
      'disputed > active by partner',
      'none > active by partner',
      'released > active by partner',
      'refunded > active by partner',
    ];
    const allowed = statuses.flatMap((from) =>
      statuses.flatMap((to) =>
        actors.flatMap((by) => (mayEscrowMove(from, to, by) ? [`${from} > ${to} by ${by}`] : [])),
      ),
    );
    expect(allowed.sort()).toEqual(agreed.sort());
    expect(escrowTransitions).toHaveLength(agreed.length);
  });

  it('move money only out of an account that was opened', () => {
    fc.assert(
      fc.property(attempts, (tries) => {
        const steps = walk(tries);
        let isOpen = false;
        for (const { from, to, by } of steps) {
          if (to === 'released' || to === 'refunded') {
            // Only after the partner opened the account, and once per opening.
            expect(isOpen).toBe(true);
            expect(from).toBe('active');
            isOpen = false;
          }
          if (to === 'active') {
            isOpen = true;
          }
          // Only Tideweek begins an escrow; only the partner opens it.
          if (to === 'pending') expect(by).toBe('tideweek');
          if (to === 'active' || to === 'disputed') expect(by).toBe('partner');
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('leave no status without a next transition', () => {
    for (const from of statuses) {
      expect(escrowTransitions.some((move) => move.from === from)).toBe(true);
    }
  });

  it('are the same in the documentation as in the code', () => {
    expect(readFileSync('docs/decisions/escrow.md', 'utf8')).toContain(`\n${escrowTable()}\n`);
  });
});
