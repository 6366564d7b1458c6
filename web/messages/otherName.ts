interface Sides {
  side: string | null | undefined;
  travelerName: string;
  ownerName: string | null | undefined;
}

/** The name of the other side: the owner, the traveler, or the team for provider weeks. */
export function otherName({ side, travelerName, ownerName }: Sides): string {
  const owner = ownerName ?? 'Our team';
  if (side === 'OWNER') return travelerName;
  return side === 'TRAVELER' ? owner : `${travelerName} and ${owner}`;
}
