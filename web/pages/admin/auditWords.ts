const areas: Readonly<Record<string, string>> = {
  OwnListing: 'listing',
  SiteSetting: 'setting',
  PropertyInquiry: 'inquiry',
  ReviewReport: 'report',
  OutgoingMail: 'message',
};

/** An action of the audit log in words: 'listing.verify' as 'Listing: verify'. */
export function actionInWords(action: string): string {
  const [area = '', ...verbs] = action.split('.');
  const words = (text: string) => text.replace(/([a-z])([A-Z])|[_-]/g, '$1 $2').toLowerCase();
  return `${capital(words(area))}: ${words(verbs.join(' '))}`;
}

/** The type of what something was done to, in words: 'OwnListing' as 'listing'. */
export const subjectInWords = (type: string): string =>
  areas[type] ?? type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
