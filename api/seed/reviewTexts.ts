import type { Scene } from '../../art/resortScenes.ts';

export interface Fragment {
  text: string;
  /** Used only for resorts with this amenity. */
  needs?: string;
}

const coast: readonly string[] = [
  'We had our coffee on the balcony every morning and watched the light come up over the water.',
  'The walk to the sand takes two minutes, even with a cart full of toys.',
  'Evenings were the best part: nearly everyone drifts outside for the sunset.',
  'There was always a chair free somewhere, though the front row goes early.',
  'The breeze keeps the balcony comfortable even at midday.',
  'Our children met friends at the pool on day one and we barely saw them again.',
  'We slept with the doors open and heard nothing but the waves.',
  'Bring reef shoes and a mask; we spent most mornings in the water.',
  'The grounds are beautifully planted, and somebody is always out trimming and raking.',
  'We walked the shore for an hour each morning and never got bored of it.',
];
const mountain: readonly string[] = [
  'Boots off, straight into the hot water: that is how a mountain day should end.',
  'The fireplace was easy to use and we lit it every evening.',
  'There is proper storage for gear, so nobody trips over skis in the hall.',
  'We woke up to fresh air, pine and a view that made us put our phones away.',
  'Drivers of the town bus were cheerful even on the coldest mornings.',
  'The kitchen had a pot big enough for chili for eight, which we needed.',
  'Altitude is real here; take the first day slowly and drink water.',
  'Heating worked perfectly, and each bedroom has its own control.',
  'We hiked straight from the door and saw more deer than people.',
  'The stars from the outdoor tubs are worth the cold run back inside.',
];
const park: readonly string[] = [
  'Being able to come back for a nap in the afternoon saved our trip.',
  'Breakfast in our own kitchen meant we reached the gates before the crowds.',
  'Grandparents took one bedroom, we took the other, and everybody slept.',
  'The pool was warm enough for the children even in January.',
  'We spent two days without leaving the resort and nobody complained.',
  'A washer in the villa is worth more than any view when you travel with toddlers.',
  'The paths are flat and easy with a stroller.',
  'It is quiet at night, which you would not expect this close to everything.',
  'We heard fireworks from the balcony and the little one thought they were for her.',
  'Parking was close to our building every single day.',
];
const city: readonly string[] = [
  'The view of the lights from our windows was better than any show we paid for.',
  'You can walk everywhere, and still close the door on the noise.',
  'No casino smoke in the lobby, which was the reason we chose it.',
  'The blackout curtains are as good as they need to be in this town.',
  'We made dinner twice and spent the savings on better seats.',
  'The lift wait is longest around check-out; otherwise it moved quickly.',
  'The pool deck is calm before eleven, then the music starts.',
  'Groceries are within walking distance if you know where to look.',
  'Our corner unit had windows on two sides and we kept every curtain open.',
  'Sleeping above the city and hearing none of it felt like a trick.',
];
const valley: readonly string[] = [
  'Mornings on the patio, with the mountains going from purple to gold, were worth the trip.',
  'We played early and spent the hot hours in the water.',
  'The grounds are immaculate and there is always a shaded path to walk.',
  'Hummingbirds visited our terrace every day.',
  'It is the kind of quiet where you notice your shoulders come down.',
  'Good trails are a short drive away; go at sunrise and take more water than you think.',
  'The villa stayed cool and the kitchen had everything we needed.',
  'There is plenty of room between the buildings, so it never feels crowded.',
  'We watched the stars from the hot part of the pool area until late.',
  'A car is useful here, and the drive in is lovely.',
];

export const placeDetails: Readonly<Record<Scene, readonly string[]>> = {
  beach: coast,
  island: coast,
  harbour: [
    ...coast.slice(1, 8),
    'Watching the boats come in with a cold drink became our daily ritual.',
    'The waterfront walk at dusk is lovely, and there is always somewhere to sit.',
    'We took a morning sail that left a few minutes from the door.',
  ],
  desertCity: city,
  mountainSnow: mountain,
  mountainSummer: mountain,
  themePark: park,
  lake: [
    ...park.slice(0, 7),
    'An evening lap around the water became our habit.',
    'Herons stood outside our window at breakfast.',
    'The reflections at sunset had everyone out with a camera.',
  ],
  golfValley: valley,
};

export const generalDetails: readonly Fragment[] = [
  { text: 'Check-in took five minutes and our unit was ready before four.' },
  { text: 'The unit was spotless and the beds were comfortable.' },
  { text: 'The kitchen was better equipped than ours at home, down to a sharp knife.' },
  { text: 'The owner sent clear instructions a week ahead, so we knew exactly what to expect.' },
  {
    text: 'Someone from the front desk called on the second day to ask if all was well, which was kind.',
  },
  { text: 'Two full bathrooms for two couples made all the difference.' },
  { text: 'Wifi held up for a video call most afternoons.', needs: 'Wifi' },
  { text: 'The gym is small but the machines are new and nobody waits.', needs: 'Fitness Center' },
  { text: 'One massage at the spa and my husband stopped looking at his mail.', needs: 'Spa' },
  {
    text: 'The kids club kept ours busy for two mornings and they asked for a third.',
    needs: 'Kids Club',
  },
  { text: 'We ate at the restaurant twice and would go back for the fish.', needs: 'Restaurant' },
  {
    text: 'Our teenagers did laps of the lazy river until their fingers wrinkled.',
    needs: 'Lazy River',
  },
  { text: 'Tennis courts were free whenever we wanted them.', needs: 'Tennis' },
  { text: 'Playing the course before breakfast was the highlight of my week.', needs: 'Golf' },
  { text: 'The slides are a hit with anyone between five and fifty.', needs: 'Water Park' },
  { text: 'Skiing back to the door never got old.', needs: 'Ski-in/Ski-out' },
  { text: 'Soaking in the hot tub after dark was everybody’s favorite.', needs: 'Hot Tub' },
  { text: 'We saw giraffes from the balcony while brushing our teeth.', needs: 'Savanna Views' },
  { text: 'The dive shop sorted out gear and a boat in ten minutes.', needs: 'Dive Shop' },
  {
    text: 'Everything from the blender to the beach towels was in the closet, as promised.',
    needs: 'Beach Access',
  },
  { text: 'Housekeeping was friendly and quick, and left extra towels without being asked.' },
  { text: 'The sofa bed is fine for children, less so for tall uncles.' },
  { text: 'We celebrated a seventieth birthday here and the staff helped us hide a cake.' },
  { text: 'The standard of everything, from towels to gardens, is high.' },
  { text: 'We compared it with a hotel nearby: twice the space for less money.' },
  { text: 'Laundry in the unit meant we flew home with clean clothes.' },
  { text: 'The living room is big enough for a long card game on a rainy night.' },
  { text: 'Directions and parking were simple, even arriving after dark.', needs: 'Parking' },
];

export const openings: readonly string[] = [
  'We rented a week from an owner here and it went smoothly from the first message.',
  'First time renting a timeshare week for us.',
  'Seven nights with three generations under one roof.',
  'We came for a quiet week and got one.',
  'A last-minute week that turned into one of our best holidays.',
  'We have stayed in a few resorts nearby, and this is the one we remember.',
  'My sister recommended this place and now I owe her dinner.',
  'We spent our anniversary week here.',
  'Four adults, three kids, one week.',
  'We booked in spring and stayed in the first week of the school break.',
  'The photos do not show how pleasant the setting is.',
  'I was unsure about renting from an owner, and needn’t have been.',
  'We traded our usual week for this one, out of curiosity.',
  'A week of doing very little, very well.',
  'Just back, and already looking at dates for next year.',
  'Our second visit, this time in low season.',
  'We drove here with more luggage than sense.',
  'Two couples, old friends, one villa.',
];

/** For reviews that are not enthusiastic. */
export const neutralOpenings: readonly string[] = [
  'Seven nights with family.',
  'We stayed in high season.',
  'A week with friends.',
  'We rented from an owner, which was easy.',
  'We had looked forward to this week for a long time.',
  'A week between two other stops on our trip.',
  'We came with small children.',
];

export const closings: Readonly<Record<1 | 2 | 3 | 4 | 5, readonly string[]>> = {
  5: [
    'We will be back.',
    'Already asking the owner about next year.',
    'I would not change a thing.',
    'Worth every dollar.',
    'Five stars without a second thought.',
    'Book it before we do.',
    'We left rested, which is the whole point.',
    'I have told half my office about it.',
    'It set the bar for every trip after this one.',
    'Thank you to the owner and the staff.',
  ],
  4: [
    'All in all a very good week.',
    'We would happily return.',
    'Small things aside, we loved it.',
    'Good value for the space.',
    'I would recommend it to friends.',
    'Next time we will stay longer.',
    'A solid choice for families.',
    'Not perfect, and still a lovely week.',
  ],
  3: [
    'Fine for the price, but we expected a little more.',
    'We might return outside the busy weeks.',
    'Good location, average unit.',
    'It was all right.',
    'A decent week with a few rough edges.',
  ],
  2: [
    'We would choose another building next time.',
    'A pity, because the setting is good.',
    'Not what we had hoped for.',
  ],
  1: ['We would not stay here again.', 'A pity, because the place itself is nice.'],
};

export const gripes: Readonly<Record<1 | 2 | 3 | 4, readonly string[]>> = {
  4: [
    'The pool gets busy in the early afternoon.',
    'Our unit could do with new pans.',
    'Check-in had a line on the changeover day.',
    'The walls could be a little thicker.',
    'One lift was out for a day.',
    'We would have liked a better coffee maker.',
    'Wifi was slow in the evenings.',
    'The grill area was booked out most nights.',
    'The bedroom lamp needed a new bulb, and got one the same day.',
    'Parking is tight on weekends.',
  ],
  3: [
    'The furniture is showing its age.',
    'We waited past five for the keys.',
    'The unit faced the parking lot rather than the view we had pictured.',
    'The air conditioning was loud at night.',
    'Chairs by the pool were taken with towels by eight.',
    'The kitchen was short of plates for our group.',
    'Some work was going on next door in the mornings.',
  ],
  2: [
    'The unit was smaller than we had pictured.',
    'Our building was a long way from everything we wanted to use.',
    'The sofa bed was not comfortable for an adult.',
    'It was busier and louder than we like.',
  ],
  1: [
    'It simply was not the right place for us.',
    'Little about our week went the way we had planned it.',
  ],
};

export const titles: Readonly<Record<1 | 2 | 3 | 4 | 5, readonly string[]>> = {
  5: [
    'Better than we hoped',
    'Our new favorite week',
    'Exactly what we needed',
    'Space, calm and a great setting',
    'We didn’t want to leave',
    'A week to remember',
    'Perfect for the whole family',
    'Spotless and friendly',
    'Worth the trip',
    'Couldn’t fault it',
    'Beautiful place, easy rental',
    'Three generations, all happy',
    'The view alone is worth it',
    'Lovely from start to finish',
    'Already planning the next one',
    'So much room',
    'Best week of our year',
    'Renting from an owner works',
  ],
  4: [
    'Very good, small quibbles',
    'Great location, comfortable villa',
    'A happy week',
    'Good value for the space',
    'Nearly perfect',
    'Would stay again',
    'Solid family resort',
    'Lovely setting',
    'Comfortable and well run',
    'Just short of five stars',
    'Relaxed and roomy',
    'Good week, busy pool',
  ],
  3: [
    'Good spot, tired unit',
    'Fine, not special',
    'Mixed feelings',
    'Nice setting, average room',
    'It did the job',
    'Decent in low season',
  ],
  2: ['Needs attention', 'Disappointed with our unit', 'Location good, upkeep not'],
  1: ['Not this time', 'A difficult week'],
};
