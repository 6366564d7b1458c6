import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '#api/schema.ts';
import {
  verifyEmailMail,
  resetPasswordMail,
  changeEmail,
  emailChanged,
  passwordChanged,
  accountClosed,
} from '../accounts/mails.ts';
import { certificateAsked } from '../bookings/certificates/mails.ts';
import { bookingChanged, evidenceAdded } from '../bookings/moves/bookingMails.ts';
import { inquiryReceived, inquiryForTeam, inquiryReply, inquiryDraft } from '../inquiries/mails.ts';
import {
  listingReceived,
  listingsReceived,
  listingInReview,
  listingVerified,
  listingRejected,
  listingMoved,
  listingQuestion,
  evidenceExpired,
} from '../listings/listingMails.ts';
import { smtpTest } from './admin/testMail.ts';
import { messageReported, unreadMessages } from '../messages/mails.ts';
import {
  organizationInvitation,
  organizationDecided,
  tokenExpires,
  webhookPaused,
} from '../partners/mails.ts';
import { calendarConflict } from '../calendars/mails.ts';
import { refundNews } from '../payments/refundNews.ts';
import { weekTaken } from '../bookings/rebooking/mails.ts';
import { bankChanged, payoutHeld } from '../payouts/mails.ts';
import {
  reviewRemoved,
  stayReviewed,
  reviewAnswered,
  answerRemoved,
  reviewReported,
} from '../reviews/mails.ts';
import { saleChanged, stayPassed } from '../sales/moves/saleMails.ts';
import { listingAlert } from '../savedSearches/mails.ts';
import { mailKinds, type Mail } from './defineMail.ts';

const site = {
  title: 'Tideweek',
  contactEmail: 'hello@tideweek.test',
  contactPhone: '',
  supportHours: '',
  socialLinks: [],
  trustFigures: [],
  testimonials: [],
  serviceFeeBps: 800,
  certificateLeadDays: 14,
  goodwillLimitCents: 20_000,
  depositPercent: 25,
  saleCardLimitCents: 0,
  rebookingLimitCents: 20_000,
  holdsSampleData: false,
};

const deps = {
  siteSettings: { current: () => site, refresh: () => Promise.resolve() },
  publicUrl: 'https://weeks.test',
};

const link = 'https://weeks.test/verify-email?token=a-b_c&x=1';
const unsubscribeLink = 'https://weeks.test/unsubscribe?token=u';

/** A message with its values, to a person of this name. */
const filled = <Values>(mail: Mail<Values>, values: Values) => ({
  values,
  renderTo: (firstName: string) =>
    mail(deps, { firstName, name: firstName, address: 'ada@example.com' }, values),
});

/** Each mail with `text` in every value that people write. */
const mailsWith = (text: string) => ({
  verifyEmail: filled(verifyEmailMail, { link }),
  resetPassword: filled(resetPasswordMail, { link }),
  changeEmail: filled(changeEmail, { link }),
  emailChanged: filled(emailChanged, { newEmail: text }),
  passwordChanged: filled(passwordChanged, {}),
  accountClosed: filled(accountClosed, {}),
  inquiryReceived: filled(inquiryReceived, { propertyName: text, resortName: text }),
  inquiryForTeam: filled(inquiryForTeam, {
    propertyName: text,
    facts: { Name: text },
    replyTo: text,
  }),
  inquiryReply: filled(inquiryReply, {
    propertyName: text,
    resortName: text,
    sender: text,
    message: text,
  }),
  inquiryDraft: filled(inquiryDraft, { propertyName: text, replacesDraft: true, link }),
  reviewRemoved: filled(reviewRemoved, { resortName: text, reason: text, review: text }),
  stayReviewed: filled(stayReviewed, {
    guest: text,
    week: text,
    resortName: text,
    rating: 5,
    review: text,
    link,
  }),
  reviewAnswered: filled(reviewAnswered, { resortName: text, review: text, answer: text, link }),
  bookingChanged: filled(bookingChanged, {
    move: 'cancel_by_team',
    to: 'traveler',
    title: text,
    resortName: text,
    dates: text,
    guest: text,
    guests: 2,
    total: text,
    refund: text,
    goodwill: null,
    certificateNumber: null,
    offer: null,
    facts: { Earned: text },
    reason: text,
    button: 'See the booking',
    link,
  }),
  saleChanged: filled(saleChanged, {
    move: 'call_off',
    to: 'buyer',
    title: text,
    resortName: text,
    price: text,
    closingDay: text,
    reason: text,
    step: text,
    next: [text],
    link,
  }),
  stayPassed: filled(stayPassed, {
    title: text,
    resortName: text,
    dates: text,
    owner: text,
    link,
  }),
  evidenceAdded: filled(evidenceAdded, {
    to: 'owner',
    from: 'traveler',
    title: text,
    resortName: text,
    dates: text,
    guest: text,
    text,
    about: 'damage',
    link,
  }),
  certificateAsked: filled(certificateAsked, {
    resortName: text,
    guest: text,
    dates: text,
    number: text,
    link,
  }),
  answerRemoved: filled(answerRemoved, { resortName: text, reason: text, answer: text }),
  reviewReported: filled(reviewReported, {
    resortName: text,
    reason: text,
    details: text,
    review: text,
    answer: text,
  }),
  messageReported: filled(messageReported, {
    resortName: text,
    reason: text,
    details: text,
    message: text,
    link,
  }),
  unreadMessages: filled(unreadMessages, {
    from: text,
    weekTitle: text,
    resortName: text,
    messages: [text],
    others: 2,
    warnings: [text],
    hidesContacts: true,
    link,
  }),
  organizationInvitation: filled(organizationInvitation, {
    organization: text,
    inviter: text,
    role: 'owner',
    link,
  }),
  organizationDecided: filled(organizationDecided, {
    organization: text,
    decision: 'suspended',
    note: text,
    link,
  }),
  tokenExpires: filled(tokenExpires, {
    organization: text,
    token: text,
    hint: text,
    day: text,
    link,
  }),
  webhookPaused: filled(webhookPaused, {
    organization: text,
    isTest: true,
    host: text,
    problem: text,
    link,
  }),
  calendarConflict: filled(calendarConflict, {
    title: text,
    resortName: text,
    calendar: text,
    conflicts: [{ elsewhere: text, booking: text }],
    link,
  }),
  bankChanged: filled(bankChanged, { lastFour: text }),
  weekTaken: filled(weekTaken, { title: text, resortName: text, dates: text, cost: text, link }),
  payoutHeld: filled(payoutHeld, {
    change: 'refused',
    to: 'owner',
    owner: text,
    amount: text,
    link,
  }),
  refundNews: filled(refundNews, {
    news: 'remitted',
    of: 'sale',
    resortName: text,
    title: text,
    payer: text,
    amount: text,
    reference: text,
    link,
  }),
  listingAlert: filled(listingAlert, {
    searchName: text,
    listing: {
      title: text,
      resortName: text,
      location: text,
      dates: text,
      price: text,
      imageUrl: '/pictures/aruba.jpg',
    },
    others: 0,
    link,
    unsubscribeLink,
  }),
  listingReceived: filled(listingReceived, { ...listingMail(text), hasContract: true }),
  listingsReceived: filled(listingsReceived, { created: 2, inReview: 1, link }),
  listingInReview: filled(listingInReview, listingMail(text)),
  listingVerified: filled(listingVerified, listingMail(text)),
  listingRejected: filled(listingRejected, { ...listingMail(text), reason: text }),
  listingMoved: filled(listingMoved, { ...listingMail(text), isBack: false, reason: text }),
  listingQuestion: filled(listingQuestion, { ...listingMail(text), question: text }),
  evidenceExpired: filled(evidenceExpired, listingMail(text)),
  smtpTest: filled(smtpTest, { server: text }),
});

const listingMail = (text: string) => ({
  listing: { title: text, resortName: text, dates: text },
  link,
});

it('have each kind of message once', () => {
  expect(mailKinds.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(mailsWith('')).toSorted(),
  );
});

describe.each(Object.keys(mailsWith('')) as (keyof ReturnType<typeof mailsWith>)[])(
  '%s',
  (name) => {
    const render = (text: string) => mailsWith(text)[name].renderTo(text);

    it('says the same in both parts, with every link', () => {
      const { subject, html, text } = render('Ada');
      expect(subject).not.toBe('');
      expect(html).toContain('hello@tideweek.test');
      expect(text).toContain('hello@tideweek.test');
      const values = JSON.stringify(mailsWith('Ada')[name].values);
      for (const address of [link, unsubscribeLink].filter((each) => values.includes(each))) {
        expect(text).toContain(address);
        expect(html).toContain(`href="${address.replaceAll('&', '&amp;')}"`);
      }
      expect(text).not.toMatch(/<[a-z]|&amp;|undefined|\[object/);
      expect(html).not.toMatch(/undefined|\[object/);
    });

    it('has no more markup with hostile values than with harmless ones', () => {
      const skeleton = (html: string): string[] => html.match(/<\/?[a-z!][^\s>]*/g) ?? [];
      const harmless = skeleton(render('Ada').html);
      fc.assert(
        fc.property(
          fc.oneof(
            fc.constantFrom(
              '<script>alert(1)</script>',
              '"><img src=x onerror=alert(1)>',
              "' onclick='alert(1)",
              '</title></style><b>',
              '&lt;b&gt;',
            ),
            fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
          ),
          (text) => {
            // Line breaks may become <br>, so they are left out.
            const { html, subject } = render(text.replace(/[\r\n]/g, ' '));
            expect(skeleton(html)).toEqual(harmless);
            expect(subject).not.toMatch(/[\r\n]/);
          },
        ),
      );
    });

    it('has a subject of one line whatever the values', () => {
      expect(render('Ada\r\nBcc: everyone@example.com').subject).not.toMatch(/[\r\n]/);
    });
  },
);

it('shows pictures only where mail programs can', () => {
  const html = (imageUrl: string) => {
    const { values } = mailsWith('Ada').listingAlert;
    const shown = { ...values, listing: { ...values.listing, imageUrl } };
    return filled(listingAlert, shown).renderTo('Ada').html;
  };
  expect(html('/pictures/aruba.jpg')).toContain('src="https://weeks.test/pictures/aruba.jpg"');
  expect(html('/pictures/aruba.svg')).not.toContain('<img');
  expect(html('javascript:alert(1)')).not.toContain('<img');
});

it.each(['http://evil.example', 'evil.example', 'me@evil.example', 'www evil'])(
  'carries no link when somebody else is registered under the name %j',
  (firstName) => {
    const { html, text } = filled(verifyEmailMail, { link }).renderTo(firstName);
    expect(html + text).not.toContain('evil');
  },
);
