import type { CancellationPolicy } from '../modules/pricing/cancellation.ts';

/** The story of a stay in a week of the sample owner. */
export interface StayStory {
  /** Index of the traveler among the sample users; 2 is the sample traveler. */
  guest: number;
  checkIn: number;
  /** Days from booking to check-in. */
  bookedBefore: number;
  guests: number;
  isInstant: boolean;
  policy: CancellationPolicy;
  message: string | null;
  end:
    | { state: 'pending' | 'confirmed' | 'certified' | 'checked_in' }
    | { state: 'cancelled'; daysBefore: number }
    | { state: 'completed'; review?: StayReview }
    | { state: 'disputed'; report: string; evidence: { by: 'traveler' | 'owner'; text: string }[] };
}

interface StayReview {
  rating: number;
  title: string;
  content: string;
  answer: string | null;
}

export const storyNights = 7;

/** One stay of each kind, oldest first. Their weeks are fully booked. */
export const stayStories: readonly StayStory[] = [
  {
    guest: 9,
    checkIn: -410,
    bookedBefore: 70,
    guests: 2,
    isInstant: true,
    policy: 'flexible',
    message: null,
    end: { state: 'completed' },
  },
  {
    guest: 2,
    checkIn: -130,
    bookedBefore: 55,
    guests: 4,
    isInstant: false,
    policy: 'moderate',
    message: 'We come with two children. Is there a crib?',
    end: {
      state: 'completed',
      review: {
        rating: 5,
        title: 'Just as described',
        content:
          'The certificate was at the front desk, the villa was clean, and the children loved the pool. We would book this week again.',
        answer: 'Thank you! You left the villa as we like to find it.',
      },
    },
  },
  {
    guest: 2,
    checkIn: -40,
    bookedBefore: 90,
    guests: 2,
    isInstant: true,
    policy: 'strict',
    message: null,
    end: { state: 'cancelled', daysBefore: 45 },
  },
  {
    guest: 14,
    checkIn: -32,
    bookedBefore: 60,
    guests: 2,
    isInstant: false,
    policy: 'moderate',
    message: null,
    end: { state: 'completed' },
  },
  {
    guest: 2,
    checkIn: -3,
    bookedBefore: 50,
    guests: 3,
    isInstant: true,
    policy: 'flexible',
    message: 'We arrive late in the evening.',
    end: {
      state: 'disputed',
      report:
        'The second bedroom could not be used: its air conditioning was broken, and nobody repaired it.',
      evidence: [
        {
          by: 'traveler',
          text: 'We told the front desk on the first evening and again the next morning. They said that a part was ordered. Three of us slept in one room.',
        },
        {
          by: 'owner',
          text: 'The resort told me that a technician came on the second day, and that a portable unit was offered and declined.',
        },
        {
          by: 'traveler',
          text: 'The portable unit was loud and leaked on the floor, so we gave it back after an hour.',
        },
      ],
    },
  },
  {
    guest: 16,
    checkIn: -1,
    bookedBefore: 45,
    guests: 2,
    isInstant: true,
    policy: 'moderate',
    message: null,
    end: { state: 'checked_in' },
  },
  {
    guest: 2,
    checkIn: 24,
    bookedBefore: 60,
    guests: 2,
    isInstant: false,
    policy: 'moderate',
    message: 'It is our anniversary: is a room with a view possible?',
    end: { state: 'certified' },
  },
  {
    guest: 18,
    checkIn: 66,
    bookedBefore: 75,
    guests: 4,
    isInstant: true,
    policy: 'flexible',
    message: null,
    end: { state: 'confirmed' },
  },
  {
    guest: 2,
    checkIn: 88,
    bookedBefore: 88,
    guests: 2,
    isInstant: false,
    policy: 'flexible',
    message: 'Could we get the keys before four o’clock?',
    end: { state: 'pending' },
  },
];
