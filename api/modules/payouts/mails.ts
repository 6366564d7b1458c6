import { defineMail } from '../mail/defineMail.ts';

export const bankChanged = defineMail({
  name: 'bankChanged',
  label: 'Bank details changed',
  when: 'To an owner whose earnings go to another account from now on.',
  sample: () => ({ lastFour: '6789' }),
  compose: ({ lastFour }, { site, publicUrl }) => ({
    subject: `Your bank details at ${site.title} were changed`,
    preheader: `What you earn goes to the account ending in ${lastFour} now.`,
    heading: 'Your bank details were changed',
    blocks: [
      `From now on, what you earn with your weeks is sent to the account ending in ${lastFour}. If it was you who changed it, all is well.`,
      {
        note: `If it was not you, write to ${site.contactEmail || 'us'}, and choose a new password right away:`,
        link: { label: 'Forgot password', address: `${publicUrl}/auth?mode=forgot` },
      },
    ],
    reason: `You get this message because your week is on offer at ${site.title}.`,
  }),
});

interface HeldPayout {
  /** `waiting`: for bank details; `refused`: by the bank. */
  change: 'waiting' | 'refused';
  to: 'owner' | 'team';
  owner: string;
  amount: string;
  link: string;
}

const heldWords: Record<
  HeldPayout['to'],
  Record<HeldPayout['change'], { subject: string; text: string }>
> = {
  owner: {
    waiting: {
      subject: 'Money waits for you',
      text: 'You earned money with your week, and we do not know yet where to send it. Please enter your bank details; it is paid out right afterwards.',
    },
    refused: {
      subject: 'Your bank details were refused',
      text: 'A payout to you was refused. Please check your bank details and enter them again; the money is kept for you and paid out right afterwards.',
    },
  },
  team: {
    waiting: {
      subject: 'Money waits for an owner',
      text: 'The owner has not entered any bank details yet.',
    },
    refused: {
      subject: 'A payout was refused',
      text: 'The bank details of an owner were refused. The owner was asked to correct them.',
    },
  },
};

export const payoutHeld = defineMail({
  name: 'payoutHeld',
  label: 'Payout held',
  when: 'To the owner, and to the team if the bank refused, when money cannot be paid out.',
  sample: ({ link }): HeldPayout => ({
    change: 'waiting',
    to: 'owner',
    owner: 'Ada Lindqvist',
    amount: '$1,140',
    link,
  }),
  compose: (values, { site }) => {
    const { subject, text } = heldWords[values.to][values.change];
    const isTeam = values.to === 'team';
    return {
      subject: isTeam ? `${subject}: ${values.owner}` : subject,
      preheader: text.split('. ')[0] ?? text,
      heading: subject,
      blocks: [
        text,
        { facts: { Owner: isTeam ? values.owner : null, Amount: values.amount } },
        { button: isTeam ? 'See the bookings' : 'Enter bank details', link: values.link },
      ],
      reason: isTeam
        ? `You get this message because you work for ${site.title}.`
        : `You get this message because your week is on offer at ${site.title}.`,
    };
  },
});
