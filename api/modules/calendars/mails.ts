import { plural } from '#common/numbers.ts';
import { defineMail, sayable } from '../mail/defineMail.ts';

const mostShown = 20;

export const calendarConflict = defineMail({
  name: 'calendarConflict',
  label: 'Nights taken twice',
  when: 'To an owner, once a calendar of another site has nights that are booked here too.',
  sample: ({ resortName, week, link }) => ({
    title: week,
    resortName,
    calendar: 'Harbour Rentals',
    conflicts: [{ elsewhere: '8 to 10 March 2027', booking: '6 to 13 March 2027' }],
    link,
  }),
  compose: ({ title, resortName, calendar, conflicts, link }, { site }) => ({
    subject: `Taken twice: ${title}`,
    preheader: 'Another calendar has nights that a traveler booked here.',
    heading: 'Some nights are taken twice',
    blocks: [
      `${sayable(calendar, 'One of your calendars')} has nights that are booked at ${site.title} too. The traveler keeps the booking here, so cancel the stay at the other site, or write to the traveler if that can’t be.`,
      { facts: { Listing: title, Resort: resortName } },
      ...conflicts.slice(0, mostShown).map(({ elsewhere, booking }) => ({
        facts: { 'Taken elsewhere': elsewhere, 'Booked here': booking },
      })),
      conflicts.length > mostShown &&
        `Its calendar shows ${plural(conflicts.length - mostShown, 'more conflict')}.`,
      { button: 'See the calendar', link },
    ],
    reason: `You get this message because you brought a calendar into your listing at ${site.title}.`,
  }),
});
