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
    when: 'The team has verified the listing; the partner is asked for an account.',
  },
  { from: 'pending', to: 'active', by: 'partner', when: 'The account is open.' },
  { from: 'pending', to: 'none', by: 'partner', when: 'The partner has declined.' },
  {
    from: 'active',
    to: 'released',
    by: 'partner',
    when: 'What was agreed is done; the money went to the owner.',
  },
  { from: 'active', to: 'refunded', by: 'partner', when: 'The money went back to the payer.' },
  { from: 'active', to: 'disputed', by: 'partner', when: 'One side objects; the money is held.' },
  { from: 'disputed', to: 'active', by: 'partner', when: 'The objection was taken back.' },
  { from: 'disputed', to: 'released', by: 'partner', when: 'It was settled for the owner.' },
  { from: 'disputed', to: 'refunded', by: 'partner', when: 'It was settled for the payer.' },
  {
    from: 'released',
    to: 'pending',
    by: 'tideweek',
    when: 'The listing was verified anew, with other dates; another account is asked for.',
  },
  {
    from: 'refunded',
    to: 'pending',
    by: 'tideweek',
    when: 'The listing was verified anew, with other dates; another account is asked for.',
  },
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
