import type { BookingMove } from '#api/generated/prisma/client.ts';
import { htmlOf, textOf, type Letterhead, type MailContent } from './layout.ts';
import { accountClosed } from './accountClosed.ts';
import { answerRemoved } from './answerRemoved.ts';
import { bankChanged } from './bankChanged.ts';
import { bookingChanged } from './bookingChanged.ts';
import { changeEmail } from './changeEmail.ts';
import { emailChanged } from './emailChanged.ts';
import { escrowChanged } from './escrowChanged.ts';
import { evidenceAdded } from './evidenceAdded.ts';
import { evidenceExpired } from './evidenceExpired.ts';
import { inquiryDraft } from './inquiryDraft.ts';
import { inquiryForTeam } from './inquiryForTeam.ts';
import { inquiryReceived } from './inquiryReceived.ts';
import { inquiryReply } from './inquiryReply.ts';
import { listingAlert } from './listingAlert.ts';
import { listingInReview } from './listingInReview.ts';
import { listingQuestion } from './listingQuestion.ts';
import { listingReceived } from './listingReceived.ts';
import { listingMoved } from './listingMoved.ts';
import { listingRejected } from './listingRejected.ts';
import { listingVerified } from './listingVerified.ts';
import { messageReported } from './messageReported.ts';
import { organizationDecided } from './organizationDecided.ts';
import { organizationInvitation } from './organizationInvitation.ts';
import { passwordChanged } from './passwordChanged.ts';
import { payoutHeld } from './payoutHeld.ts';
import { resetPassword } from './resetPassword.ts';
import { reviewAnswered } from './reviewAnswered.ts';
import { reviewReported } from './reviewReported.ts';
import { smtpTest } from './smtpTest.ts';
import { reviewRemoved } from './reviewRemoved.ts';
import { stayReviewed } from './stayReviewed.ts';
import { tokenExpires } from './tokenExpires.ts';
import { unreadMessages } from './unreadMessages.ts';
import { webhookPaused } from './webhookPaused.ts';
import { verifyEmail } from './verifyEmail.ts';

export interface ListingMail {
  firstName: string;
  listing: { title: string; resortName: string; dates: string };
  /** URL where the owner sees the listing. */
  link: string;
}

/** Values of each template, by name. Links are absolute URLs. */
export interface MailTemplates {
  verifyEmail: { firstName: string; link: string };
  resetPassword: { firstName: string; link: string };
  changeEmail: { firstName: string; link: string };
  emailChanged: { firstName: string; newEmail: string };
  passwordChanged: { firstName: string };
  accountClosed: { firstName: string };
  inquiryReceived: { firstName: string; propertyName: string; resortName: string };
  inquiryForTeam: {
    propertyName: string;
    rows: { label: string; value: string }[];
    replyTo: string;
  };
  inquiryReply: {
    firstName: string;
    propertyName: string;
    resortName: string;
    sender: string;
    message: string;
  };
  inquiryDraft: { firstName: string; propertyName: string; replacesDraft: boolean; link: string };
  reviewRemoved: { firstName: string; resortName: string; reason: string; review: string };
  stayReviewed: {
    firstName: string;
    /** Name of the traveler. */
    guest: string;
    week: string;
    resortName: string;
    rating: number;
    review: string;
    /** URL of the form to answer. */
    link: string;
  };
  reviewAnswered: {
    firstName: string;
    resortName: string;
    review: string;
    answer: string;
    link: string;
  };
  /** To everyone whom a move of a booking concerns. */
  bookingChanged: {
    /** Empty to the team. */
    firstName: string;
    move: BookingMove;
    to: 'traveler' | 'owner' | 'team';
    title: string;
    resortName: string;
    dates: string;
    /** Name of the traveler. */
    guest: string;
    guests: number;
    total: string;
    /** What the traveler gets back; null if nothing was charged or is given back. */
    refund: string | null;
    /** Until when a request must be answered. */
    answerBy: string | null;
    certificateNumber: string | null;
    /** Other terms that the traveler can take. */
    offer: { dates: string; total: string } | null;
    reason: string | null;
    /** After the stay, the URL of the form for its review. */
    link: string;
  };
  evidenceAdded: {
    /** Empty to the team. */
    firstName: string;
    to: 'traveler' | 'owner' | 'team';
    from: 'traveler' | 'owner';
    title: string;
    resortName: string;
    dates: string;
    /** Name of the traveler. */
    guest: string;
    /** The statement; null for a file. */
    text: string | null;
    link: string;
  };
  answerRemoved: { firstName: string; resortName: string; reason: string; answer: string };
  reviewReported: {
    resortName: string;
    reason: string;
    details: string;
    review: string;
    /** What the owner of the week answered; null if nothing. */
    answer: string | null;
  };
  messageReported: {
    resortName: string;
    reason: string;
    details: string;
    message: string;
    link: string;
  };
  /** To a side of a conversation; contact details are hidden as on the site. */
  unreadMessages: {
    /** Empty to the team. */
    firstName: string;
    from: string;
    weekTitle: string;
    resortName: string;
    messages: string[];
    /** Number of further messages. */
    others: number;
    hidesContacts: boolean;
    link: string;
  };
  /** About money that can't be paid out to an owner. */
  /** `lastFour`: the last characters of the new account number. */
  organizationInvitation: {
    organization: string;
    inviter: string;
    role: 'owner' | 'developer' | 'viewer';
    link: string;
  };
  organizationDecided: {
    firstName: string;
    organization: string;
    decision: 'approved' | 'refused' | 'suspended' | 'renamed' | 'nameRefused';
    note?: string;
    link: string;
  };
  tokenExpires: {
    firstName: string;
    organization: string;
    token: string;
    /** The last four characters. */
    hint: string;
    /** YYYY-MM-DD. */
    day: string;
    link: string;
  };
  webhookPaused: {
    firstName: string;
    organization: string;
    /** Whether the endpoint gets what happens in the sandbox. */
    isTest: boolean;
    /** Host, and port if it has one, of the endpoint. */
    host: string;
    /** Why the last try failed, without a full stop. */
    problem: string;
    link: string;
  };
  bankChanged: { firstName: string; lastFour: string };
  payoutHeld: {
    /** `waiting`: for bank details; `refused`: by the bank. */
    change: 'waiting' | 'refused';
    to: 'owner' | 'team';
    /** Empty to the team. */
    firstName: string;
    /** Name of the owner. */
    owner: string;
    /** What is owed, formatted. */
    amount: string;
    link: string;
  };
  listingAlert: {
    firstName: string;
    searchName: string;
    listing: {
      title: string;
      resortName: string;
      location: string;
      dates: string;
      price: string;
      imageUrl: string;
    };
    /** Number of further matching listings published with it. */
    others: number;
    link: string;
    unsubscribeLink: string;
  };
  listingReceived: ListingMail & { hasContract: boolean };
  /** After a change that needs another review. */
  listingInReview: ListingMail;
  listingVerified: ListingMail & { opensEscrow: boolean };
  listingRejected: ListingMail & { reason: string };
  /** The team withdrew or relisted it. */
  listingMoved: ListingMail & { isBack: boolean; reason: string | null };
  listingQuestion: ListingMail & { question: string };
  evidenceExpired: ListingMail;
  escrowChanged: ListingMail & { change: EscrowChange };
  smtpTest: { firstName: string; server: string };
}

/** Changes of an escrow that are mailed to the owner. */
export type EscrowChange = 'active' | 'declined' | 'released' | 'refunded' | 'disputed';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

export type Compose<Name extends keyof MailTemplates> = (
  values: MailTemplates[Name],
  letterhead: Letterhead,
) => MailContent;

const templates: { [Name in keyof MailTemplates]: Compose<Name> } = {
  verifyEmail,
  resetPassword,
  changeEmail,
  emailChanged,
  passwordChanged,
  accountClosed,
  inquiryReceived,
  inquiryForTeam,
  inquiryReply,
  inquiryDraft,
  reviewReported,
  messageReported,
  unreadMessages,
  reviewRemoved,
  stayReviewed,
  reviewAnswered,
  answerRemoved,
  bookingChanged,
  bankChanged,
  organizationDecided,
  organizationInvitation,
  tokenExpires,
  webhookPaused,
  payoutHeld,
  listingAlert,
  listingReceived,
  listingInReview,
  listingVerified,
  listingRejected,
  listingMoved,
  listingQuestion,
  evidenceExpired,
  evidenceAdded,
  escrowChanged,
  smtpTest,
};

/** Renders a message: subject in one line, HTML with every value escaped, and plain text. */
export function renderMail<Name extends keyof MailTemplates>(
  template: Name,
  values: MailTemplates[Name],
  letterhead: Letterhead,
): RenderedMail {
  const content = templates[template](values, letterhead);
  return {
    subject: content.subject.replace(/\s+/g, ' ').trim(),
    html: htmlOf(content, letterhead),
    text: textOf(content, letterhead),
  };
}
