import type { Deps } from '#api/context/context.ts';
import type { Listing } from '#api/generated/prisma/client.ts';
import { formatDays } from '#common/dayWords.ts';
import { defineMail } from '../mail/defineMail.ts';
import type { Letterhead, MailContent } from '../mail/layout.ts';

export interface ListingMail {
  listing: { title: string; resortName: string; dates: string };
  link: string;
}

type Subject = Pick<Listing, 'id' | 'title' | 'availableFrom' | 'availableTo'> & {
  resort: { name: string };
};

export const listingMail = (
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { id, title, availableFrom, availableTo, resort }: Subject,
): ListingMail => ({
  listing: {
    title,
    resortName: resort.name,
    dates: formatDays(availableFrom, availableTo),
  },
  link: `${publicUrl}/dashboard/listings/${id}`,
});

const sampleListing = (link: string): ListingMail => ({
  listing: {
    title: 'Two weeks by the harbour',
    resortName: 'Harbour House',
    dates: '6 to 20 March 2027',
  },
  link,
});

const aboutListing = (
  { listing, link }: ListingMail,
  { site }: Letterhead,
  { blocks, ...content }: Omit<MailContent, 'reason'>,
  button = 'See your listing',
): MailContent => ({
  ...content,
  blocks: [
    ...blocks,
    { facts: { Listing: listing.title, Resort: listing.resortName, Dates: listing.dates } },
    { button, link },
  ],
  reason: `You get this message because you listed a timeshare at ${site.title}.`,
});

export const listingReceived = defineMail({
  name: 'listingReceived',
  label: 'Listing received',
  when: 'To an owner who created a listing.',
  sample: ({ link }) => ({ ...sampleListing(link), hasContract: false }),
  compose: (values, letterhead) =>
    aboutListing(values, letterhead, {
      subject: `We have your listing: ${values.listing.title}`,
      preheader: 'Our team looks at it before it is published.',
      heading: 'Thank you, we have your listing',
      blocks: [
        values.hasContract
          ? 'Your listing and ownership contract have been submitted for verification. We will write to you as soon as our team has looked at them.'
          : 'Your listing has been submitted. Our team will contact you about contract verification for listing approval. You can upload your ownership contract at any time.',
      ],
    }),
});

export const listingsReceived = defineMail({
  name: 'listingsReceived',
  label: 'Many listings received',
  when: 'To an owner whose program created several listings, or changed some so that they need another review.',
  sample: ({ link }) => ({ created: 120, inReview: 3, link }),
  compose: ({ created, inReview, link }, { site }) => ({
    subject:
      created > 0
        ? `We have your listings: ${created} new`
        : `Back in review: ${inReview} of your listings`,
    preheader: 'Our team looks at them before they are published.',
    heading: created > 0 ? 'Thank you, we have your listings' : 'Your listings are in review',
    blocks: [
      created > 0 &&
        'Your listings have been submitted. Our team will contact you about contract verification for listing approval. You can upload your ownership contracts at any time.',
      inReview > 0 &&
        'Our team looks again at listings that were changed, and at your proof of ownership. Until that is done nobody else sees them.',
      {
        facts: {
          'New listings': created > 0 ? String(created) : null,
          'Back in review': inReview > 0 ? String(inReview) : null,
        },
      },
      { button: 'See your listings', link },
    ],
    reason: `You get this message because you listed timeshares at ${site.title}.`,
  }),
});

export const listingInReview = defineMail({
  name: 'listingInReview',
  label: 'Listing in review again',
  when: 'To the owner, after a change of the listing that needs another review.',
  sample: ({ link }) => sampleListing(link),
  compose: (values, letterhead) =>
    aboutListing(values, letterhead, {
      subject: `In review: ${values.listing.title}`,
      preheader: 'Our team looks at your listing again.',
      heading: 'Your listing is in review',
      blocks: [
        'Our team looks at your listing and your proof of ownership. Until that is done nobody else sees the listing. We will write to you as soon as it is.',
      ],
    }),
});

export const listingVerified = defineMail({
  name: 'listingVerified',
  label: 'Listing verified',
  when: 'To the owner, after the team verified the ownership.',
  sample: ({ link }) => sampleListing(link),
  compose: (values, letterhead) =>
    aboutListing(values, letterhead, {
      subject: `Published: ${values.listing.title}`,
      preheader: 'Your ownership is verified.',
      heading: 'Your listing is published',
      blocks: [
        'Our team has verified your ownership. Travelers can find your listing from now on.',
      ],
    }),
});

export const listingRejected = defineMail({
  name: 'listingRejected',
  label: 'Listing not verified',
  when: 'To the owner, after the team rejected the listing.',
  sample: ({ link }) => ({
    ...sampleListing(link),
    reason: 'The contract names another resort.',
  }),
  compose: (values, letterhead) =>
    aboutListing(values, letterhead, {
      subject: `We could not verify: ${values.listing.title}`,
      preheader: 'What to do next.',
      heading: 'We could not verify your ownership',
      blocks: [
        'Our team looked at your listing and could not verify it. The reason:',
        { quote: values.reason },
        'Once that is settled, upload another document or correct the listing and ask for another review.',
      ],
    }),
});

export const listingMoved = defineMail({
  name: 'listingMoved',
  label: 'Listing taken off the site or put back',
  when: 'To the owner, after the team withdrew or relisted the listing.',
  sample: ({ link }) => ({
    ...sampleListing(link),
    isBack: false,
    reason: 'The week was sold meanwhile.' as string | null,
  }),
  compose: ({ isBack, ...values }, letterhead) =>
    aboutListing(values, letterhead, {
      subject: `${isBack ? 'Back on the site' : 'Taken off the site'}: ${values.listing.title}`,
      preheader: isBack ? 'Our team put your listing back.' : 'Nobody else sees your listing.',
      heading: isBack ? 'Your listing is back' : 'Your listing was taken off the site',
      blocks: [
        isBack
          ? 'Our team put your listing back on the site. Once your ownership is verified, everyone sees it.'
          : 'Our team took your listing off the site, so nobody else sees it. Stays that are booked are not touched. Please write to us if you have a question.',
        values.reason !== null && { quote: values.reason },
      ],
    }),
});

export const listingQuestion = defineMail({
  name: 'listingQuestion',
  label: 'Question about a listing',
  when: 'To the owner, when the team needs more to verify the ownership.',
  sample: ({ link }) => ({
    ...sampleListing(link),
    question: 'Could you send the page with the signatures?',
  }),
  compose: (values, letterhead) =>
    aboutListing(
      values,
      letterhead,
      {
        subject: `One more thing about: ${values.listing.title}`,
        preheader: 'We need a little more to verify your listing.',
        heading: 'We need a little more',
        blocks: [
          'To verify your ownership, our team asks:',
          { quote: values.question },
          'Your listing keeps its place. Answer on its page, with another document if you have one.',
        ],
      },
      'Answer',
    ),
});

export const evidenceExpired = defineMail({
  name: 'evidenceExpired',
  label: 'Proof of ownership expired',
  when: 'To the owner, after the last day on which the document was valid.',
  sample: ({ link }) => sampleListing(link),
  compose: (values, letterhead) =>
    aboutListing(
      values,
      letterhead,
      {
        subject: `Please renew your proof: ${values.listing.title}`,
        preheader: 'Your proof of ownership has run out.',
        heading: 'Your proof of ownership has run out',
        blocks: [
          'The document with which you proved your ownership is not good any more. Your listing is hidden for now. Stays that are booked are not touched.',
          'Upload a document that is good for longer and ask for another review.',
        ],
      },
      'Renew your proof',
    ),
});
