import type { EscrowStatus } from '#api/generated/prisma/client.ts';
import { markdownTable } from '#api/platform/files/markdownTable.ts';

export type EscrowActor = 'tideweek' | 'partner';

export interface EscrowTransition {
  from: EscrowStatus;
  to: EscrowStatus;
  by: EscrowActor;
  when: string;
}

export const escrowTransitions: readonly EscrowTransition[] = [
  {
    from: 'none',
    to: 'pending',
    by: 'tideweek',
    when: 'Both sides have confirmed the terms; the partner is asked for an account.',
  },
  { from: 'pending', to: 'active', by: 'partner', when: 'The account is open.' },
  { from: 'pending', to: 'none', by: 'partner', when: 'The partner has declined.' },
  { from: 'active', to: 'disputed', by: 'partner', when: 'One side objects; the money is held.' },
  { from: 'disputed', to: 'active', by: 'partner', when: 'The objection was taken back.' },
  ...(['pending', 'active'] as const).map((from) => ({
    from,
    to: 'none' as const,
    by: 'tideweek' as const,
    when: 'The sale has ended, and the buyer had not paid.',
  })),
  {
    from: 'active',
    to: 'released',
    by: 'tideweek',
    when: 'The sale has ended, and the seller was paid.',
  },
  {
    from: 'active',
    to: 'refunded',
    by: 'tideweek',
    when: 'The sale has ended, and the buyer was paid back.',
  },
  ...(['none', 'released', 'refunded'] as const).map((from) => ({
    from,
    to: 'active' as const,
    by: 'partner' as const,
    when: 'The account is open after all, or the buyer has paid after the end.',
  })),
];

export const mayEscrowMove = (from: EscrowStatus, to: EscrowStatus, by: EscrowActor): boolean =>
  escrowTransitions.some((move) => move.from === from && move.to === to && move.by === by);

export const escrowTable = (): string =>
  markdownTable(
    ['from', 'to', 'through', 'when'],
    escrowTransitions.map(({ from, to, by, when }) => [
      from,
      to,
      by === 'tideweek' ? 'Tideweek' : 'the partner',
      when,
    ]),
  );
