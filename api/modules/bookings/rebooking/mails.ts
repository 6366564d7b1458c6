import { defineMail } from '#api/modules/mail/defineMail.ts';

interface WeekTaken {
  title: string;
  resortName: string;
  dates: string;
  /** The debt that later payouts settle; null without a debt. */
  cost: string | null;
  link: string;
}

export const weekTaken = defineMail({
  name: 'weekTaken',
  label: 'Another week taken',
  when: 'To an owner who cancelled a booking, once its traveler has taken another week.',
  sample: ({ week, resortName, dates, link }): WeekTaken => ({
    title: week,
    resortName,
    dates,
    cost: '$52.50',
    link,
  }),
  compose: ({ title, resortName, dates, cost, link }, { site }) => {
    const heading = 'The traveler has taken another week';
    const text =
      cost === null
        ? 'After you cancelled, the traveler took another week that costs no more. You owe nothing for it.'
        : 'After you cancelled, the traveler took another week that costs more. We pay the difference, and take it off your later payouts once its owner is paid; if that stay does not take place, nothing is taken off.';
    return {
      subject: `${heading}: ${resortName}`,
      preheader: text.split('. ')[0] ?? text,
      heading,
      blocks: [
        text,
        {
          facts: {
            'Cancelled week': title,
            Resort: resortName,
            Stay: dates,
            'Off your payouts': cost,
          },
        },
        { button: 'See the booking', link },
      ],
      reason: `You get this message because your week is on offer at ${site.title}.`,
    };
  },
});
