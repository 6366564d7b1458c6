import { defineMail } from '../mail/defineMail.ts';
import { inquiryTime } from '#common/durations.ts';

const propertyName = 'Our week by the sea';

const submitted = (siteTitle: string): string =>
  `You get this message because you submitted a property at ${siteTitle}.`;

export const inquiryReceived = defineMail({
  name: 'inquiryReceived',
  label: 'Property received',
  when: 'To a member who submitted a property.',
  sample: ({ resortName }) => ({ propertyName, resortName }),
  compose: (values, { site }) => ({
    subject: `We have your property: ${values.propertyName}`,
    preheader: "We'll contact you within 24 hours.",
    heading: 'Thank you, we have it',
    blocks: [
      "Your property has reached our team. We'll contact you within 24 hours.",
      { facts: { Property: values.propertyName, Resort: values.resortName } },
    ],
    reason: submitted(site.title),
  }),
});

export const inquiryForTeam = defineMail({
  name: 'inquiryForTeam',
  label: 'Property for the team',
  when: 'To the team, after a member submitted a property; replies go to the member.',
  greets: false,
  sample: () => ({
    propertyName,
    facts: {
      Resort: 'Harbour House, Camden, Maine',
      'Asking price': '$12,500',
      From: 'Marina Holt, marina@example.com',
    } as Record<string, string>,
    replyTo: 'marina@example.com',
  }),
  compose: ({ propertyName: property, facts, replyTo }, { site }) => ({
    subject: `New property: ${property}`,
    preheader: `Promised: an answer within ${inquiryTime}.`,
    heading: 'A new property',
    blocks: [
      `A member would like to sell or rent this. We promised an answer within ${inquiryTime}.`,
      { facts },
      {
        note: 'Reply to this message or write to',
        link: { label: replyTo, address: `mailto:${replyTo}` },
      },
    ],
    reason: `For the team of ${site.title}.`,
  }),
});

export const inquiryReply = defineMail({
  name: 'inquiryReply',
  label: 'Reply about a property',
  when: 'To the member, when an administrator replies.',
  sample: ({ resortName }) => ({
    propertyName,
    resortName,
    sender: 'Maren Vale',
    message: 'Thank you for writing. Which weeks would you like to sell?',
  }),
  compose: (values, { site }) => ({
    subject: `About your property: ${values.propertyName}`,
    preheader: `${values.sender} from ${site.title} has written to you.`,
    heading: 'About your property',
    blocks: [
      `${values.sender} from our team has written to you:`,
      { quote: values.message },
      { facts: { Property: values.propertyName, Resort: values.resortName } },
      { note: 'Simply answer this message: it reaches our team.' },
    ],
    reason: submitted(site.title),
  }),
});

export const inquiryDraft = defineMail({
  name: 'inquiryDraft',
  label: 'Property turned into a draft',
  when: 'To the member whose property an administrator turned into a draft of a listing.',
  sample: ({ link }) => ({ propertyName, replacesDraft: false, link }),
  compose: (values, { site }) => ({
    subject: `Your listing is prepared: ${values.propertyName}`,
    preheader: 'Look it over, add what is missing and list it.',
    heading: 'Your listing is prepared',
    blocks: [
      'Our team has put the property that you submitted into a listing draft in your account. Look it over, add what is missing and list it when you are ready.',
      { facts: { Property: values.propertyName } },
      values.replacesDraft &&
        'It has taken the place of the listing that you had begun and not finished.',
      { button: 'Finish your listing', link: values.link },
    ],
    reason: submitted(site.title),
  }),
});
