import type { Deps } from '#api/context/context.ts';
import { withoutLinks } from './mailLog.ts';
import { renderMail, type MailTemplates, type RenderedMail } from '../templates/templates.ts';

export interface MailSample extends RenderedMail {
  name: string;
  label: string;
}

type TemplateName = keyof MailTemplates;

const labels: Record<TemplateName, string> = {
  verifyEmail: 'Confirm your email',
  resetPassword: 'Choose a new password',
  changeEmail: 'Confirm a new email',
  emailChanged: 'Email changed',
  passwordChanged: 'Password changed',
  accountClosed: 'Account closed',
  inquiryReceived: 'Property received',
  inquiryForTeam: 'Property for the team',
  inquiryReply: 'Reply about a property',
  inquiryDraft: 'Property turned into a draft',
  reviewRemoved: 'Review removed',
  stayReviewed: 'Stay reviewed',
  reviewAnswered: 'Review answered',
  answerRemoved: 'Answer to a review removed',
  bookingChanged: 'Booking changed',
  organizationInvitation: 'Invitation to an organization',
  organizationDecided: 'Organization approved or refused',
  tokenExpires: 'Token expires',
  webhookPaused: 'Webhooks paused',
  bankChanged: 'Bank details changed',
  payoutHeld: 'Payout held',
  reviewReported: 'Review reported',
  messageReported: 'Message reported',
  unreadMessages: 'Unread messages',
  listingAlert: 'New listing for a saved search',
  listingReceived: 'Listing received',
  listingInReview: 'Listing in review again',
  listingVerified: 'Listing verified',
  listingRejected: 'Listing not verified',
  listingMoved: 'Listing taken off the site or put back',
  listingQuestion: 'Question about a listing',
  evidenceAdded: 'Evidence in a dispute',
  evidenceExpired: 'Proof of ownership expired',
  escrowChanged: 'Escrow changed',
  smtpTest: 'Test of the SMTP settings',
};

export const templateLabels: readonly { name: string; label: string }[] = Object.entries(
  labels,
).map(([name, label]) => ({ name, label }));

export const labelOf = (name: string): string => (isTemplate(name) ? labels[name] : name);

/** Renders a template with sample data; null for an unknown name. */
export function sampleMail(
  { siteSettings, publicUrl }: Pick<Deps, 'siteSettings' | 'publicUrl'>,
  name: string,
): MailSample | null {
  if (!isTemplate(name)) {
    return null;
  }
  const letterhead = { site: siteSettings.current(), publicUrl };
  const mail = renderMail(name, samples(publicUrl)[name], letterhead);
  return { ...mail, html: withoutLinks(mail.html), name, label: labels[name] };
}

const isTemplate = (name: string): name is TemplateName => Object.hasOwn(labels, name);

const samples = (publicUrl: string): MailTemplates => {
  const firstName = 'Marina';
  const link = `${publicUrl}/dashboard`;
  const secretLink = (path: string) => `${publicUrl}/${path}?token=sample`;
  const listing = {
    firstName,
    link,
    listing: {
      title: 'Two weeks by the harbour',
      resortName: 'Harbour House',
      dates: '6 to 20 March 2027',
    },
  };
  return {
    verifyEmail: { firstName, link: secretLink('verify-email') },
    resetPassword: { firstName, link: secretLink('reset-password') },
    changeEmail: { firstName, link: secretLink('confirm-email') },
    emailChanged: { firstName, newEmail: 'marina.holt@example.com' },
    passwordChanged: { firstName },
    accountClosed: { firstName },
    inquiryReceived: {
      firstName,
      propertyName: 'Our week by the sea',
      resortName: 'Harbour House',
    },
    inquiryForTeam: {
      propertyName: 'Our week by the sea',
      rows: [
        { label: 'Resort', value: 'Harbour House, Camden, Maine' },
        { label: 'Asking price', value: '$12,500' },
        { label: 'From', value: 'Marina Holt, marina@example.com' },
      ],
      replyTo: 'marina@example.com',
    },
    inquiryReply: {
      firstName,
      propertyName: 'Our week by the sea',
      resortName: 'Harbour House',
      sender: 'Maren Vale',
      message: 'Thank you for writing. Which weeks would you like to sell?',
    },
    inquiryDraft: { firstName, propertyName: 'Our week by the sea', replacesDraft: false, link },
    reviewRemoved: {
      firstName,
      resortName: 'Harbour House',
      reason: 'It praises another website.',
      review: 'Best prices elsewhere!',
    },
    stayReviewed: {
      firstName,
      guest: 'Mina Ortega',
      week: 'Two-bedroom villa near the lagoon',
      resortName: 'Harbour House',
      rating: 5,
      review: 'A calm week\n\nEverything was clean, and the sea was near.',
      link,
    },
    reviewAnswered: {
      firstName,
      resortName: 'Harbour House',
      review: 'A calm week',
      answer: 'Thank you for staying with us. Please come again.',
      link,
    },
    bookingChanged: {
      firstName,
      move: 'confirm',
      to: 'traveler',
      title: 'Two-bedroom villa near the lagoon',
      resortName: 'Harbour House',
      dates: '6 to 13 March 2027',
      guest: 'Mina Ortega',
      guests: 4,
      total: '$1,499.40',
      refund: null,
      answerBy: null,
      certificateNumber: null,
      offer: null,
      reason: null,
      link,
    },
    evidenceAdded: {
      firstName,
      to: 'owner',
      from: 'traveler',
      title: 'Two-bedroom villa near the lagoon',
      resortName: 'Harbour House',
      dates: '6 to 13 March 2027',
      guest: 'Mina Ortega',
      text: 'The air conditioning did not work in the second bedroom, as the picture shows.',
      link,
    },
    answerRemoved: {
      firstName,
      resortName: 'Harbour House',
      reason: 'It names the guest’s telephone number.',
      answer: 'Everybody can ask the guest, at 555 0100.',
    },
    organizationInvitation: {
      organization: 'Harbour Weeks',
      inviter: 'Mina Ortega',
      role: 'developer',
      link,
    },
    organizationDecided: {
      firstName,
      organization: 'Harbour Weeks',
      decision: 'refused',
      note: 'The website does not say who you are.',
      link,
    },
    tokenExpires: {
      firstName,
      organization: 'Harbour Weeks',
      token: 'Channel manager',
      hint: '7Qxk',
      day: '2027-03-06',
      link,
    },
    webhookPaused: {
      firstName,
      organization: 'Harbour Weeks',
      isTest: false,
      host: 'hooks.harbour.example',
      problem: 'The receiver answered 503',
      link,
    },
    bankChanged: { firstName, lastFour: '6789' },
    payoutHeld: {
      change: 'waiting',
      to: 'owner',
      firstName,
      owner: 'Ada Lindqvist',
      amount: '$1,140',
      link,
    },
    reviewReported: {
      resortName: 'Harbour House',
      reason: 'Spam or advertising',
      details: 'It praises another website.',
      review: 'Best prices elsewhere!',
      answer: null,
    },
    messageReported: {
      resortName: 'Harbour House',
      reason: 'Asks to pay or book elsewhere',
      details: '',
      message: 'It is cheaper if you pay me directly.',
      link,
    },
    unreadMessages: {
      firstName,
      from: 'Mina',
      weekTitle: 'Two-bedroom villa near the lagoon',
      resortName: 'Harbour House',
      messages: ['Is the villa near the pool?', 'You can call me at [hidden].'],
      others: 0,
      hidesContacts: true,
      link,
    },
    listingAlert: {
      firstName,
      searchName: 'Maine in March',
      listing: {
        ...listing.listing,
        location: 'Camden, Maine',
        price: '$1,360.80 for 7 nights',
        imageUrl: '',
      },
      others: 0,
      link,
      unsubscribeLink: secretLink('unsubscribe'),
    },
    listingReceived: { ...listing, hasContract: false },
    listingInReview: listing,
    listingVerified: { ...listing, opensEscrow: true },
    listingRejected: { ...listing, reason: 'The contract names another resort.' },
    listingMoved: { ...listing, isBack: false, reason: 'The week was sold meanwhile.' },
    listingQuestion: { ...listing, question: 'Could you send the page with the signatures?' },
    evidenceExpired: listing,
    escrowChanged: { ...listing, change: 'active' },
    smtpTest: { firstName, server: 'smtp.example.com:587' },
  };
};
