import { weekNumber, type WeekRule } from '../modules/listings/weekNumbers.ts';
import type { Random } from '#common/random.ts';
import type { Scene } from '../../art/resortScenes.ts';
import { seasonOfWeek } from './seasons.ts';

/** Facts of a unit and of a timeshare's documents. */
export interface FactRow {
  ownership: 'fixed' | 'floating' | 'rotating' | 'points';
  season: string | null;
  weekNumber: number | null;
  checkInDay: WeekRule;
  unitType: string;
  beds: number;
  bathrooms: number;
  kitchen: 'full' | 'kitchenette';
  checkInTime: string;
  view: string | null;
  use: 'annual' | 'odd' | 'even';
  tenure: 'deeded' | 'right_to_use';
  maintenanceFeeCents: number;
  /** Null unless points are owned. */
  yearlyPoints: number | null;
  nextFeePaidBy: 'owner' | 'buyer' | null;
  /** Null unless it is for sale. */
  firstUseYear: number | null;
  rightOfFirstRefusal: boolean | null;
  resaleRestrictions: string | null;
}

interface Offer {
  weekRule: WeekRule;
  scene: Scene;
  /** As in resorts.json. */
  ownershipTypes: readonly string[];
  availableFrom: string;
  bedrooms: number;
  isForSale: boolean;
}

const unitTypes = ['Studio', 'One-bedroom villa', 'Two-bedroom villa', 'Three-bedroom villa'];
const views = ['Pool', 'Garden', 'Partial water', 'Mountain', 'Courtyard'];

/** Invented facts that fit the resort and the dates. */
export function factsOf(random: Random, offer: Offer): FactRow {
  const { weekRule, scene, availableFrom, bedrooms, isForSale } = offer;
  const { year, week } = weekNumber(availableFrom, weekRule);
  const kinds = offer.ownershipTypes.flatMap((type): FactRow['ownership'][] =>
    type === 'fixed-week' ? ['fixed'] : type === 'points' ? ['points'] : ['floating', 'floating'],
  );
  const ownership = random.pick(kinds);
  const isPoints = ownership === 'points';
  const yearly = random.chance(0.8);
  const use = yearly || isPoints ? 'annual' : year % 2 === 0 ? 'even' : 'odd';
  const facts = {
    season: isPoints ? null : seasonOfWeek(scene, week),
    weekNumber: isPoints ? null : week,
    checkInDay: weekRule,
    unitType: unitTypes[bedrooms] ?? 'Villa',
    beds: Math.max(2, bedrooms * 2),
    bathrooms: Math.max(1, bedrooms - 0.5),
    kitchen: bedrooms === 0 ? 'kitchenette' : 'full',
    checkInTime: '16:00',
    view: random.chance(0.6) ? random.pick(views) : null,
    tenure: offer.ownershipTypes.includes('right-to-use') ? 'right_to_use' : 'deeded',
    maintenanceFeeCents: (620 + bedrooms * 310 + random.int(0, 18) * 10) * 100,
    yearlyPoints: isPoints ? (4 + bedrooms * 3) * 10_000 : null,
    nextFeePaidBy: isForSale ? random.pick(['owner', 'buyer'] as const) : null,
    rightOfFirstRefusal: isForSale ? random.chance(0.6) : null,
    resaleRestrictions:
      isForSale && random.chance(0.4)
        ? 'Club membership and its benefits do not pass to a buyer.'
        : null,
  } as const;
  const isRotating = isForSale && ownership === 'floating' && random.chance(0.25);
  const later = random.int(0, 1) * (use === 'annual' ? 1 : 2);
  return {
    ...facts,
    ownership: isRotating ? 'rotating' : ownership,
    use,
    firstUseYear: isForSale ? year + later : null,
  };
}

/** An event in a listing's history; events are one hour apart. */
interface PastEvent {
  kind:
    | 'created'
    | 'contract_attached'
    | 'verified'
    | 'rejected'
    | 'more_information_requested'
    | 'evidence_expired'
    | 'withdrawn';
  by: 'owner' | 'admin' | null;
  note?: string;
}

interface OwnerState {
  contractVerificationStatus: 'pending' | 'verified' | 'rejected' | 'more_information' | 'expired';
  isActive: boolean;
  isBooked?: true;
  /** Whether the proof of ownership expired yesterday. */
  isOver?: true;
  history: PastEvent[];
}

const created: PastEvent = { kind: 'created', by: 'owner' };
const verified: PastEvent = { kind: 'verified', by: 'admin', note: 'Deed seen at the resort.' };
const published = { contractVerificationStatus: 'verified', isActive: true } as const;

/** States of the sample owner's later listings, by index among all listings. */
export const ownerStates: Readonly<Record<number, OwnerState>> = {
  61: {
    ...published,
    isActive: false,
    history: [created, verified, { kind: 'withdrawn', by: 'owner' }],
  },
  73: {
    ...published,
    isBooked: true,
    history: [created, verified],
  },
  96: {
    contractVerificationStatus: 'pending',
    isActive: true,
    history: [created],
  },
  119: {
    contractVerificationStatus: 'more_information',
    isActive: true,
    history: [
      created,
      {
        kind: 'more_information_requested',
        by: 'admin',
        note: 'Which unit is it? The membership statement does not name one.',
      },
    ],
  },
  142: {
    contractVerificationStatus: 'rejected',
    isActive: true,
    history: [
      created,
      {
        kind: 'rejected',
        by: 'admin',
        note: 'The deed names another owner. Please send the one that names you.',
      },
    ],
  },
  165: {
    contractVerificationStatus: 'expired',
    isActive: true,
    isOver: true,
    history: [created, verified, { kind: 'evidence_expired', by: null }],
  },
};

/** The history of a sample listing that was public from the start. */
export const publishedHistory: readonly PastEvent[] = [created, verified];
