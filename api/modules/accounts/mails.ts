import { defineMail } from '../mail/defineMail.ts';
import type { Letterhead } from '../mail/layout.ts';

export const verifyEmailMail = defineMail({
  name: 'verifyEmail',
  label: 'Confirm your email',
  when: 'To the address of a new account, and again when its owner asks.',
  sample: ({ secretLink }) => ({ link: secretLink('verify-email') }),
  compose: ({ link }, { site }) => ({
    subject: `Confirm your email for ${site.title}`,
    preheader: 'One click, and your account is complete.',
    heading: 'Confirm your email',
    blocks: [
      'Please confirm that this address is yours. It is where we write about your weeks and bookings, and how you get back in when you forget your password.',
      { button: 'Confirm my email', link },
      {
        note: 'The link works once, within 7 days. If you did not register, ignore this message.',
      },
    ],
    reason: `You get this message because somebody registered at ${site.title} with this address.`,
  }),
});

export const resetPasswordMail = defineMail({
  name: 'resetPassword',
  label: 'Choose a new password',
  when: 'To the address of an account whose password was forgotten.',
  sample: ({ secretLink }) => ({ link: secretLink('reset-password') }),
  compose: ({ link }, { site }) => ({
    subject: `Choose a new password for ${site.title}`,
    preheader: 'The link works once, within one hour.',
    heading: 'Choose a new password',
    blocks: [
      'Here is the link to choose a new password. It works once, within one hour.',
      { button: 'Choose a new password', link },
      {
        note: 'If you did not ask for it, ignore this message: your password stays as it is.',
      },
    ],
    reason: `You get this message because somebody asked for a new password for your account at ${site.title}.`,
  }),
});

export const changeEmail = defineMail({
  name: 'changeEmail',
  label: 'Confirm a new email',
  when: 'To the new address, before an account changes to it.',
  sample: ({ secretLink }) => ({ link: secretLink('confirm-email') }),
  compose: ({ link }, { site }) => ({
    subject: `Confirm your new email for ${site.title}`,
    preheader: 'Your account changes to this address once you confirm it.',
    heading: 'Confirm your new email',
    blocks: [
      'You asked to use this address for your account. It changes once you confirm.',
      { button: 'Use this address', link },
      {
        note: 'The link works once, within 2 days. If you did not ask for it, ignore this message: nothing changes.',
      },
    ],
    reason: `You get this message because a member of ${site.title} wants to be reached at this address.`,
  }),
});

export const emailChanged = defineMail({
  name: 'emailChanged',
  label: 'Email changed',
  when: 'To the old address, after an account changed to another.',
  sample: () => ({ newEmail: 'marina.holt@example.com' }),
  compose: ({ newEmail }, letterhead) => ({
    subject: `Your email at ${letterhead.site.title} was changed`,
    preheader: 'From now on we write to your new address.',
    heading: 'Your email was changed',
    blocks: [
      'Your account has a new address. From now on we write there.',
      { facts: { 'New address': newEmail } },
      { note: 'If this was not you, write to us at once:', link: teamLink(letterhead) },
    ],
    reason: `You get this message because this was the address of your account at ${letterhead.site.title}.`,
  }),
});

export const passwordChanged = defineMail({
  name: 'passwordChanged',
  label: 'Password changed',
  when: 'To a member, after a new password was set.',
  sample: () => ({}),
  compose: (_values, { site, publicUrl }) => ({
    subject: `Your password at ${site.title} was changed`,
    preheader: 'You were signed out everywhere else.',
    heading: 'Your password was changed',
    blocks: [
      'The password of your account was just changed, and other devices were signed out. If it was you, all is well.',
      {
        note: 'If it was not you, choose a new password right away:',
        link: { label: 'Forgot password', address: `${publicUrl}/auth?mode=forgot` },
      },
    ],
    reason: `You get this message because you have an account at ${site.title}.`,
  }),
});

export const accountClosed = defineMail({
  name: 'accountClosed',
  label: 'Account closed',
  when: 'To a member who closed their account.',
  sample: () => ({}),
  compose: (_values, letterhead) => ({
    subject: `Your account at ${letterhead.site.title} is closed`,
    preheader: 'Your personal details were removed.',
    heading: 'Your account is closed',
    blocks: [
      'Your account was closed as you asked, and your personal details were removed. This is our last message to you.',
      'Thank you for the time with us. You are welcome back whenever you like.',
      { note: 'If this was not you, write to us at once:', link: teamLink(letterhead) },
    ],
    reason: `You get this message because you had an account at ${letterhead.site.title}.`,
  }),
});

/** Where people reach the team: by mail, or on the contact page of a site without an address. */
const teamLink = ({ site, publicUrl }: Letterhead): { label: string; address: string } =>
  site.contactEmail
    ? { label: site.contactEmail, address: `mailto:${site.contactEmail}` }
    : { label: 'Contact Us', address: `${publicUrl}/contact` };
