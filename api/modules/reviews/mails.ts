import { defineMail } from '../mail/defineMail.ts';

export const reviewRemoved = defineMail({
  name: 'reviewRemoved',
  label: 'Review removed',
  when: 'To the author of a review that the team removed.',
  sample: ({ resortName }) => ({
    resortName,
    reason: 'It praises another website.',
    review: 'Best prices elsewhere!',
  }),
  compose: (values, { site }) => ({
    subject: `Your review was removed: ${values.resortName}`,
    preheader: 'Why, and what you can do.',
    heading: 'Your review was removed',
    blocks: [
      `Other members reported your review of ${values.resortName}. Our team looked at it and has removed it. The reason:`,
      { quote: values.reason },
      'This is what you had written:',
      { quote: values.review },
      {
        note: 'You are welcome to write another review of your stay. If you think that we are wrong, answer to the address below.',
      },
    ],
    reason: `You get this message because you wrote a review at ${site.title}.`,
  }),
});

export const stayReviewed = defineMail({
  name: 'stayReviewed',
  label: 'Stay reviewed',
  when: 'To the owner of a week whose traveler, the guest, reviewed the stay.',
  sample: ({ resortName, week, link }) => ({
    guest: 'Mina Ortega',
    week,
    resortName,
    rating: 5,
    review: 'A calm week\n\nEverything was clean, and the sea was near.',
    link,
  }),
  compose: (values, { site }) => ({
    subject: `Your week was reviewed: ${values.resortName}`,
    preheader: `${values.guest} gave ${values.rating} of 5 stars.`,
    heading: 'Your week was reviewed',
    blocks: [
      `${values.guest} stayed in your week “${values.week}” at ${values.resortName} and gave ${values.rating} of 5 stars:`,
      { quote: values.review },
      'You can answer once, in public, below the review. Please take your time: an answer can’t be changed.',
      { button: 'Answer the review', link: values.link },
    ],
    reason: `You get this message because your week is on offer at ${site.title}.`,
  }),
});

export const reviewAnswered = defineMail({
  name: 'reviewAnswered',
  label: 'Review answered',
  when: 'To the traveler whose review, named by its headline, the owner of the week answered.',
  sample: ({ resortName, link }) => ({
    resortName,
    review: 'A calm week',
    answer: 'Thank you for staying with us. Please come again.',
    link,
  }),
  compose: (values, { site }) => ({
    subject: `The owner answered your review: ${values.resortName}`,
    preheader: 'Read what the owner of the week says.',
    heading: 'The owner answered your review',
    blocks: [
      `The owner of the week in which you stayed at ${values.resortName} has answered your review “${values.review}”:`,
      { quote: values.answer },
      { button: 'See the reviews', link: values.link },
    ],
    reason: `You get this message because you wrote a review at ${site.title}.`,
  }),
});

export const answerRemoved = defineMail({
  name: 'answerRemoved',
  label: 'Answer to a review removed',
  when: 'To the owner of a week whose answer to a review the team removed.',
  sample: ({ resortName }) => ({
    resortName,
    reason: 'It names the guest’s telephone number.',
    answer: 'Everybody can ask the guest, at 555 0100.',
  }),
  compose: (values, { site }) => ({
    subject: `Your answer was removed: ${values.resortName}`,
    preheader: 'Why, and what you can do.',
    heading: 'Your answer was removed',
    blocks: [
      `Members reported your answer to a review of ${values.resortName}. Our team looked at it and has removed it. The reason:`,
      { quote: values.reason },
      'This is what you had written:',
      { quote: values.answer },
      {
        note: 'A review can be answered once, so you cannot write another. If you think that we are wrong, answer to the address below.',
      },
    ],
    reason: `You get this message because your week is on offer at ${site.title}.`,
  }),
});

export const reviewReported = defineMail({
  name: 'reviewReported',
  label: 'Review reported',
  when: 'To the team, after a member reported a review or the answer to it.',
  greets: false,
  sample: ({ resortName }) => ({
    resortName,
    reason: 'Spam or advertising',
    details: 'It praises another website.',
    review: 'Best prices elsewhere!',
    answer: null as string | null,
  }),
  compose: ({ answer, ...values }, { site }) => ({
    subject: `Review reported: ${values.resortName}`,
    preheader: values.reason,
    heading: 'A review was reported',
    blocks: [
      {
        facts: {
          Resort: values.resortName,
          Reason: values.reason,
          Details: values.details || null,
        },
      },
      'The review:',
      { quote: values.review },
      answer !== null && 'The answer of the owner:',
      answer !== null && { quote: answer },
    ],
    reason: `For the team of ${site.title}.`,
  }),
});
