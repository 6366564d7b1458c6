import { htmlOf, textOf, type Letterhead, type MailContent } from './layout.ts';
import { accountClosed } from './accountClosed.ts';
import { bookingChanged } from './bookingChanged.ts';
import { changeEmail } from './changeEmail.ts';
import { emailChanged } from './emailChanged.ts';
import { escrowChanged } from './escrowChanged.ts';
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
import { passwordChanged } from './passwordChanged.ts';
import { resetPassword } from './resetPassword.ts';
import { reviewReported } from './reviewReported.ts';
import { smtpTest } from './smtpTest.ts';
import { reviewRemoved } from './reviewRemoved.ts';
import { verifyEmail } from './verifyEmail.ts';

/** What every message about a listing to its owner holds. */
export interface ListingMail {
  firstName: string;
  listing: { title: string; resortName: string; dates: string };
  /** Where the owner sees it. */
  link: string;
}

/** The templates by name, with the values that each needs. Links are whole addresses. */
export interface MailTemplates {
  verifyEmail: { firstName: string; link: string };
  resetPassword: { firstName: string; link: string };
  /** To the new address. */
  changeEmail: { firstName: string; link: string };
  /** To the address that was. */
  emailChanged: { firstName: string; newEmail: string };
  passwordChanged: { firstName: string };
  accountClosed: { firstName: string };
  inquiryReceived: { firstName: string; propertyName: string; resortName: string };
  /** To the team; whoever answers it writes to `replyTo`. */
  inquiryForTeam: {
    propertyName: string;
    rows: { label: string; value: string }[];
    replyTo: string;
  };
  /** What an administrator wrote. */
  inquiryReply: {
    firstName: string;
    propertyName: string;
    resortName: string;
    sender: string;
    message: string;
  };
  /** To the member whose property became a draft. */
  inquiryDraft: { firstName: string; propertyName: string; replacesDraft: boolean; link: string };
  reviewRemoved: { firstName: string; resortName: string; reason: string; review: string };
  bookingChanged: {
    firstName: string;
    change: 'confirmed' | 'cancelled';
    resortName: string;
    dates: string;
    reason: string | null;
    link: string;
  };
  reviewReported: { resortName: string; reason: string; details: string; review: string };
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
    /** How many more were published with it and fit the search too. */
    others: number;
    link: string;
    unsubscribeLink: string;
  };
  listingReceived: ListingMail & { hasContract: boolean };
  /** After a change that needs another look. */
  listingInReview: ListingMail;
  listingVerified: ListingMail & { opensEscrow: boolean };
  listingRejected: ListingMail & { reason: string };
  /** The team took it off the site, or put it back. */
  listingMoved: ListingMail & { isBack: boolean; reason: string | null };
  listingQuestion: ListingMail & { question: string };
  evidenceExpired: ListingMail;
  escrowChanged: ListingMail & { change: EscrowChange };
  /** From an administrator to themselves. */
  smtpTest: { firstName: string; server: string };
}

/** What an owner is told of an escrow. */
export type EscrowChange = 'active' | 'declined' | 'released' | 'refunded' | 'disputed';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** Puts one message into words. */
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
  reviewRemoved,
  bookingChanged,
  listingAlert,
  listingReceived,
  listingInReview,
  listingVerified,
  listingRejected,
  listingMoved,
  listingQuestion,
  evidenceExpired,
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
