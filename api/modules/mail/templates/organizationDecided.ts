import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

const decisions = {
  approved: {
    subject: 'can use the API',
    text: 'We have approved your organization. You can make live tokens now; they work on your own weeks and bookings.',
  },
  refused: {
    subject: 'was not approved',
    text: 'We have looked at your organization and cannot approve it. Its tokens do not work.',
  },
  suspended: {
    subject: 'was suspended',
    text: 'We have suspended your organization. Its tokens stopped working at once; your account, weeks and bookings stay as they are.',
  },
  renamed: {
    subject: 'has its new name',
    text: 'We have approved the new name of your organization. Everybody sees it from now on.',
  },
  nameRefused: {
    subject: 'keeps its name',
    text: 'We have looked at the new name that you asked for and cannot approve it. Nothing else changes.',
  },
};

export const organizationDecided: Compose<'organizationDecided'> = (values, { site }) => ({
  subject: `${values.organization} ${decisions[values.decision].subject}`,
  preheader: 'What we decided, and what comes next.',
  heading: `${values.organization} ${decisions[values.decision].subject}`,
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    { kind: 'text', text: decisions[values.decision].text },
    ...(values.note === undefined ? [] : [{ kind: 'quote' as const, text: values.note }]),
    { kind: 'button', label: 'See Organization', link: values.link },
  ],
  reason: `You get this message because you are an owner of ${values.organization} at ${site.title}.`,
});
