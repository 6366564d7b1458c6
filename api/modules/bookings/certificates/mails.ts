import { defineMail } from '#api/modules/mail/defineMail.ts';
import { endTime } from '#common/durations.ts';

interface AskedResort {
  resortName: string;
  guest: string;
  dates: string;
  number: string;
  link: string;
}

export const certificateAsked = defineMail({
  name: 'certificateAsked',
  label: 'Guest certificate to confirm',
  when: 'To a resort, when an owner hands in a guest certificate in its name.',
  greets: false,
  sample: ({ resortName, dates, secretLink }): AskedResort => ({
    resortName,
    guest: 'Mina Ortega',
    dates,
    number: 'GC 4711',
    link: secretLink('certificate'),
  }),
  compose: ({ resortName, guest, dates, number, link }, { site }) => ({
    subject: `Is this guest booked? ${guest}, ${dates}`,
    preheader: 'Please say whether this guest certificate is yours.',
    heading: 'Is this guest booked?',
    blocks: [
      `${site.title} is a marketplace for weeks of timeshare owners. An owner has rented a stay at ${resortName} to the guest below, and says that you issued this guest certificate.`,
      { facts: { Guest: guest, Stay: dates, 'Guest certificate': number } },
      `Please look it up, and say yes or no on the page of the button; you need no account. Without a yes, the stay ends ${endTime} before check-in, and the guest gets the money back.`,
      { button: 'Answer yes or no', link },
      'The link works once, until the day of check-in. Please do not forward this message.',
    ],
    reason: `You get this message because ${resortName} confirms guest certificates by this address.`,
  }),
});
