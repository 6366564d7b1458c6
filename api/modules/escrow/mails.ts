import { aboutListing, sampleListing } from '../listings/listingMails.ts';
import { defineMail } from '../mail/defineMail.ts';

const words = {
  active: {
    subject: 'Escrow is active',
    heading: 'Escrow is active',
    text: 'Our title and escrow partner has opened the account for your listing. Money for it is held there until both sides have what was agreed.',
  },
  declined: {
    subject: 'Escrow was not opened',
    heading: 'Escrow was not opened',
    text: 'Our title and escrow partner did not open an account for your listing. Your listing stays as it is; write to us if you would like to know more.',
  },
  released: {
    subject: 'Escrow paid out',
    heading: 'The money was released',
    text: 'Our title and escrow partner has released the money that was held for your listing. It is on its way to you.',
  },
  refunded: {
    subject: 'Escrow refunded',
    heading: 'The money was refunded',
    text: 'Our title and escrow partner has given the money that was held for your listing back to the payer.',
  },
  disputed: {
    subject: 'Escrow on hold',
    heading: 'There is a dispute',
    text: 'One side has disputed the agreement about your listing. Our title and escrow partner holds the money until it is settled, and will be in touch.',
  },
};

export type EscrowChange = keyof typeof words;

export const escrowChanged = defineMail({
  name: 'escrowChanged',
  label: 'Escrow changed',
  when: 'To the owner of a listing, after its escrow changed.',
  sample: ({ link }) => ({ ...sampleListing(link), change: 'active' as EscrowChange }),
  compose: (values, letterhead) => {
    const { subject, heading, text } = words[values.change];
    return aboutListing(values, letterhead, {
      subject: `${subject}: ${values.listing.title}`,
      preheader: text.split('. ')[0] ?? text,
      heading,
      blocks: [text],
    });
  },
});
