import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMail, type MailTemplates } from './templates.ts';

const letterhead = {
  site: {
    title: 'Tideweek',
    contactEmail: 'hello@tideweek.test',
    contactPhone: '',
    supportHours: '',
    socialLinks: [],
    trustFigures: [],
    testimonials: [],
    serviceFeeBps: 800,
    holdsSampleData: false,
  },
  publicUrl: 'https://weeks.test',
};

const link = 'https://weeks.test/verify-email?token=a-b_c&x=1';
const unsubscribeLink = 'https://weeks.test/unsubscribe?token=u';

/** Values of each template, with `text` in every value that people write. */
const valuesWith = (text: string): MailTemplates => ({
  verifyEmail: { firstName: text, link },
  resetPassword: { firstName: text, link },
  changeEmail: { firstName: text, link },
  emailChanged: { firstName: text, newEmail: text },
  passwordChanged: { firstName: text },
  accountClosed: { firstName: text },
  inquiryReceived: { firstName: text, propertyName: text, resortName: text },
  inquiryForTeam: { propertyName: text, rows: [{ label: 'Name', value: text }], replyTo: text },
  inquiryReply: {
    firstName: text,
    propertyName: text,
    resortName: text,
    sender: text,
    message: text,
  },
  inquiryDraft: { firstName: text, propertyName: text, replacesDraft: true, link },
  reviewRemoved: { firstName: text, resortName: text, reason: text, review: text },
  stayReviewed: {
    firstName: text,
    guest: text,
    week: text,
    resortName: text,
    rating: 5,
    review: text,
    link,
  },
  reviewAnswered: { firstName: text, resortName: text, review: text, answer: text, link },
  bookingChanged: {
    firstName: text,
    move: 'cancel_by_team',
    to: 'traveler',
    title: text,
    resortName: text,
    dates: text,
    guest: text,
    guests: 2,
    total: text,
    refund: text,
    answerBy: null,
    certificateNumber: null,
    offer: null,
    reason: text,
    link,
  },
  evidenceAdded: {
    firstName: text,
    to: 'owner',
    from: 'traveler',
    title: text,
    resortName: text,
    dates: text,
    guest: text,
    text,
    link,
  },
  answerRemoved: { firstName: text, resortName: text, reason: text, answer: text },
  reviewReported: { resortName: text, reason: text, details: text, review: text, answer: text },
  messageReported: { resortName: text, reason: text, details: text, message: text, link },
  unreadMessages: {
    firstName: text,
    from: text,
    weekTitle: text,
    resortName: text,
    messages: [text],
    others: 2,
    hidesContacts: true,
    link,
  },
  organizationInvitation: { organization: text, inviter: text, role: 'owner', link },
  organizationDecided: {
    firstName: text,
    organization: text,
    decision: 'suspended',
    note: text,
    link,
  },
  tokenExpires: {
    firstName: text,
    organization: text,
    token: text,
    hint: text,
    day: text,
    link,
  },
  webhookPaused: {
    firstName: text,
    organization: text,
    isTest: true,
    host: text,
    problem: text,
    link,
  },
  bankChanged: { firstName: text, lastFour: text },
  payoutHeld: {
    change: 'refused',
    to: 'owner',
    firstName: text,
    owner: text,
    amount: text,
    link,
  },
  listingAlert: {
    firstName: text,
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
  },
  listingReceived: { ...listingMail(text), hasContract: true },
  listingInReview: listingMail(text),
  listingVerified: { ...listingMail(text), opensEscrow: true },
  listingRejected: { ...listingMail(text), reason: text },
  listingMoved: { ...listingMail(text), isBack: false, reason: text },
  listingQuestion: { ...listingMail(text), question: text },
  evidenceExpired: listingMail(text),
  escrowChanged: { ...listingMail(text), change: 'active' },
  smtpTest: { firstName: text, server: text },
});

const listingMail = (text: string) => ({
  firstName: text,
  listing: { title: text, resortName: text, dates: text },
  link,
});

const names = Object.keys(valuesWith('')) as (keyof MailTemplates)[];

describe.each(names)('%s', (name) => {
  const render = (text: string) => renderMail(name, valuesWith(text)[name], letterhead);

  it('says the same in both parts, with every link', () => {
    const { subject, html, text } = render('Ada');
    expect(subject).not.toBe('');
    expect(html).toContain('hello@tideweek.test');
    expect(text).toContain('hello@tideweek.test');
    const values = JSON.stringify(valuesWith('Ada')[name]);
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
});

it('shows pictures only where mail programs can', () => {
  const html = (imageUrl: string) => {
    const values = valuesWith('Ada').listingAlert;
    return renderMail(
      'listingAlert',
      { ...values, listing: { ...values.listing, imageUrl } },
      letterhead,
    ).html;
  };
  expect(html('/pictures/aruba.jpg')).toContain('src="https://weeks.test/pictures/aruba.jpg"');
  expect(html('/pictures/aruba.svg')).not.toContain('<img');
  expect(html('javascript:alert(1)')).not.toContain('<img');
});

it.each(['http://evil.example', 'evil.example', 'me@evil.example', 'www evil'])(
  'carries no link when somebody else is registered under the name %j',
  (firstName) => {
    const { html, text } = renderMail('verifyEmail', { firstName, link }, letterhead);
    expect(html + text).not.toContain('evil');
  },
);
