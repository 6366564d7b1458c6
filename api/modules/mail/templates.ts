import type { Site } from '../site/siteSettings.ts';

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
  inquiryForTeam: { rows: { label: string; value: string }[]; replyTo: string };
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
    link: string;
    unsubscribeLink: string;
  };
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

export function renderMail<Name extends keyof MailTemplates>(
  template: Name,
  values: MailTemplates[Name],
  site: Site,
): Promise<RenderedMail> {
  const text = JSON.stringify(values);
  return Promise.resolve({ subject: `${site.title}: ${template}`, html: `<p>${text}</p>`, text });
}
