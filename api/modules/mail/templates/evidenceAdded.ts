import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const evidenceAdded: Compose<'evidenceAdded'> = (values, { site }) => {
  const { firstName, to, from, text } = values;
  const heading = `The ${from} has told their side`;
  const what = text === null ? 'added a file' : 'added a statement';
  return {
    subject: `${heading}: ${values.resortName}`,
    preheader: `The ${from} ${what} about the reported problem.`,
    heading,
    blocks: [
      ...(firstName ? [{ kind: 'text' as const, text: greeting(firstName) }] : []),
      {
        kind: 'text',
        text: `The ${from} ${what} about the reported problem.${
          to === 'team'
            ? ''
            : ' You can answer with statements, pictures and documents on the page of the booking until our team has settled it.'
        }`,
      },
      ...(text === null ? [] : [{ kind: 'quote' as const, text }]),
      {
        kind: 'facts',
        rows: [
          { label: 'Week', value: values.title },
          { label: 'Resort', value: values.resortName },
          { label: 'Stay', value: values.dates },
          ...(to === 'traveler' ? [] : [{ label: 'Traveler', value: values.guest }]),
        ],
      },
      {
        kind: 'text',
        text: 'More may be added today; we write about it once a day at most.',
      },
      { kind: 'button', label: 'See both sides', link: values.link },
    ],
    reason:
      to === 'team'
        ? `You get this message because you work for ${site.title}.`
        : `You get this message because a problem with a stay at ${site.title} is being settled.`,
  };
};
