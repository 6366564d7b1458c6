import type { Compose } from './templates.ts';
import { greeting, sayable } from './greeting.ts';

const roles = {
  owner: 'an owner, who can do everything',
  developer: 'a developer, who makes tokens and webhooks',
  viewer: 'a viewer, who sees tokens, webhooks and usage',
};

export const organizationInvitation: Compose<'organizationInvitation'> = (values, { site }) => {
  const inviter = sayable(values.inviter, 'A member');
  const organization = sayable(values.organization, 'an organization');
  return {
    subject: `${inviter} invites you to ${organization}`,
    preheader: 'The invitation works for seven days.',
    heading: `Join ${organization}`,
    blocks: [
      { kind: 'text', text: greeting('') },
      {
        kind: 'text',
        text: `${inviter} invites you to ${organization} at ${site.title}, as ${roles[values.role]}. You need an account there, or can open one.`,
      },
      { kind: 'button', label: 'Accept Invitation', link: values.link },
      {
        kind: 'note',
        text: 'The link works once, within seven days, for whoever has it. If you know nothing of this, ignore this message.',
      },
    ],
    reason: `You get this message because ${inviter} entered your address.`,
  };
};
