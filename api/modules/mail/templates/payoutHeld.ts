import type { Block } from './layout.ts';
import type { Compose, MailTemplates } from './templates.ts';
import { greeting } from './greeting.ts';

type Told = MailTemplates['payoutHeld'];

const words: Record<Told['to'], Record<Told['change'], { subject: string; text: string }>> = {
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

export const payoutHeld: Compose<'payoutHeld'> = (values, { site }) => {
  const { subject, text } = words[values.to][values.change];
  const isTeam = values.to === 'team';
  const blocks: Block[] = [
    ...(isTeam ? [] : [{ kind: 'text' as const, text: greeting(values.firstName) }]),
    { kind: 'text', text },
    {
      kind: 'facts',
      rows: [
        ...(isTeam ? [{ label: 'Owner', value: values.owner }] : []),
        { label: 'Amount', value: values.amount },
      ],
    },
    {
      kind: 'button',
      label: isTeam ? 'See the bookings' : 'Enter bank details',
      link: values.link,
    },
  ];
  return {
    subject: isTeam ? `${subject}: ${values.owner}` : subject,
    preheader: text.split('. ')[0] ?? text,
    heading: subject,
    blocks,
    reason: isTeam
      ? `You get this message because you work for ${site.title}.`
      : `You get this message because your week is on offer at ${site.title}.`,
  };
};
