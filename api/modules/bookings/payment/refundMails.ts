import { defineMail } from '#api/modules/mail/defineMail.ts';

interface RefundNews {
  news: 'refused' | 'arrived' | 'remitted' | 'asked' | 'listed';
  resortName: string;
  dates: string;
  traveler: string;
  amount: string;
  /** Of a bank transfer. */
  reference: string | null;
  link: string;
}

const newsWords: Record<RefundNews['news'], { subject: string; text: string; button: string }> = {
  refused: {
    subject: 'Your refund was sent back by your bank',
    text: 'The money is safe with us, and you still get all of it. We try again within an hour, then after a day and after three days. You need not do anything.',
    button: 'See the booking',
  },
  arrived: {
    subject: 'Your refund is on its way after all',
    text: 'Your bank took the money this time. It shows it within a few days.',
    button: 'See the booking',
  },
  remitted: {
    subject: 'Your refund was paid by bank transfer',
    text: 'Your card could not take the money back, so we sent it to the bank account that you gave us. It arrives within a few days.',
    button: 'See the booking',
  },
  asked: {
    subject: 'Tell us where to send your refund',
    text: 'Your card does not take the money back. Please tell us a bank account of yours on the page of your booking, where you sign in first. Never send bank details by mail.',
    button: 'Enter bank details',
  },
  listed: {
    subject: 'A refund has to be settled by hand',
    text: 'The bank of the traveler refused the refund four times, and it is not tried again by itself. Ask the traveler for bank details, or try again.',
    button: 'See the refunds to settle',
  },
};

export const refundNews = defineMail({
  name: 'refundNews',
  label: 'Refund refused or paid another way',
  when: 'To the traveler when a bank refuses a refund, when bank details are needed, and when it is paid after all; to the team when it has to be settled by hand.',
  sample: ({ resortName, dates, link }): RefundNews => ({
    news: 'refused',
    resortName,
    dates,
    traveler: 'Mina Ortega',
    amount: '$1,499.40',
    reference: null,
    link,
  }),
  compose: ({ news, ...values }, { site }) => {
    const { subject, text, button } = newsWords[news];
    const isTeam = news === 'listed';
    return {
      subject: `${subject}: ${values.resortName}`,
      preheader: text.split('. ')[0] ?? text,
      heading: subject,
      blocks: [
        text,
        {
          facts: {
            Resort: values.resortName,
            Stay: values.dates,
            Traveler: isTeam ? values.traveler : null,
            Refund: values.amount,
            Reference: values.reference,
          },
        },
        { button, link: values.link },
      ],
      reason: isTeam
        ? `You get this message because you work for ${site.title}.`
        : `You get this message because you booked a stay at ${site.title}.`,
    };
  },
});
