import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const bookingChanged: Compose<'bookingChanged'> = (values, { site }) => {
  const isConfirmed = values.change === 'confirmed';
  return {
    subject: `Your booking is ${values.change}: ${values.resortName}`,
    preheader: isConfirmed ? 'The nights are yours.' : 'It will not take place.',
    heading: isConfirmed ? 'Your booking is confirmed' : 'Your booking is cancelled',
    blocks: [
      { kind: 'text', text: greeting(values.firstName) },
      {
        kind: 'text',
        text: isConfirmed
          ? 'Our team has confirmed your booking: the nights are yours.'
          : 'Our team has cancelled your booking: the stay will not take place.',
      },
      ...(values.reason === null ? [] : [{ kind: 'quote' as const, text: values.reason }]),
      {
        kind: 'facts',
        rows: [
          { label: 'Resort', value: values.resortName },
          { label: 'Stay', value: values.dates },
        ],
      },
      { kind: 'button', label: 'See your bookings', link: values.link },
    ],
    reason: `You get this message because you booked a stay at ${site.title}.`,
  };
};
