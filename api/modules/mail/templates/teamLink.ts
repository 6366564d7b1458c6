import type { Letterhead } from './layout.ts';

/** Where people reach the team: by mail, or on the contact page of a site without an address. */
export const teamLink = ({ site, publicUrl }: Letterhead): { label: string; address: string } =>
  site.contactEmail
    ? { label: site.contactEmail, address: `mailto:${site.contactEmail}` }
    : { label: 'Contact Us', address: `${publicUrl}/contact` };
