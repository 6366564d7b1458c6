import { defineMail, sayable } from '../mail/defineMail.ts';

const organization = 'Harbour Weeks';

interface Invitation {
  organization: string;
  inviter: string;
  role: 'owner' | 'developer' | 'viewer';
  link: string;
}

const roles = {
  owner: 'an owner, who can do everything',
  developer: 'a developer, who makes tokens and webhooks',
  viewer: 'a viewer, who sees tokens, webhooks and usage',
};

export const organizationInvitation = defineMail({
  name: 'organizationInvitation',
  label: 'Invitation to an organization',
  when: 'To an address that an owner of the organization entered.',
  greets: false,
  sample: ({ link }): Invitation => ({
    organization,
    inviter: 'Mina Ortega',
    role: 'developer',
    link,
  }),
  compose: (values, { site }) => {
    const inviter = sayable(values.inviter, 'A member');
    const named = sayable(values.organization, 'an organization');
    return {
      subject: `${inviter} invites you to ${named}`,
      preheader: 'The invitation works for seven days.',
      heading: `Join ${named}`,
      blocks: [
        'Hello,',
        `${inviter} invites you to ${named} at ${site.title}, as ${roles[values.role]}. You need an account there, or can open one.`,
        { button: 'Accept Invitation', link: values.link },
        {
          note: 'The link works once, within seven days, for whoever has it. If you know nothing of this, ignore this message.',
        },
      ],
      reason: `You get this message because ${inviter} entered your address.`,
    };
  },
});

const decisions = {
  approved: {
    subject: 'can use the API',
    text: 'We have approved your organization. You can make live tokens now; they work on your own weeks and bookings.',
  },
  refused: {
    subject: 'was not approved',
    text: 'We have looked at your organization and cannot approve it. Its tokens do not work.',
  },
  suspended: {
    subject: 'was suspended',
    text: 'We have suspended your organization. Its tokens stopped working at once; your account, weeks and bookings stay as they are.',
  },
  renamed: {
    subject: 'has its new name',
    text: 'We have approved the new name of your organization. Everybody sees it from now on.',
  },
  nameRefused: {
    subject: 'keeps its name',
    text: 'We have looked at the new name that you asked for and cannot approve it. Nothing else changes.',
  },
};

/** The team's decision about an organization. */
export type OrganizationDecision = keyof typeof decisions;

interface Decided {
  organization: string;
  decision: OrganizationDecision;
  note?: string;
  link: string;
}

export const organizationDecided = defineMail({
  name: 'organizationDecided',
  label: 'Organization approved or refused',
  when: 'To the owners of an organization, after the team decided about it or its new name.',
  sample: ({ link }): Decided => ({
    organization,
    decision: 'refused',
    note: 'The website does not say who you are.',
    link,
  }),
  compose: (values, { site }) => {
    const { subject, text } = decisions[values.decision];
    return {
      subject: `${values.organization} ${subject}`,
      preheader: 'What we decided, and what comes next.',
      heading: `${values.organization} ${subject}`,
      blocks: [
        text,
        values.note !== undefined && { quote: values.note },
        { button: 'See Organization', link: values.link },
      ],
      reason: `You get this message because you are an owner of ${values.organization} at ${site.title}.`,
    };
  },
});

export const tokenExpires = defineMail({
  name: 'tokenExpires',
  label: 'Token expires',
  when: 'To the owners and developers of an organization, before one of its tokens expires.',
  sample: ({ link }) => ({
    organization,
    token: 'Channel manager',
    /** The last four characters. */
    hint: '7Qxk',
    /** YYYY-MM-DD. */
    day: '2027-03-06',
    link,
  }),
  compose: (values, { site }) => ({
    subject: `The token "${values.token}" expires on ${values.day}`,
    preheader: 'Make a new one before then.',
    heading: 'A token expires soon',
    blocks: [
      `The token "${values.token}" of ${values.organization}, which ends in ${values.hint}, stops working on ${values.day}. Make a new one, put it where the old one is, and revoke the old one.`,
      { button: 'See Tokens', link: values.link },
    ],
    reason: `You get this message because you manage the tokens of ${values.organization} at ${site.title}.`,
  }),
});

export const webhookPaused = defineMail({
  name: 'webhookPaused',
  label: 'Webhooks paused',
  when: 'To the owners and developers of an organization, after the tries of three days failed.',
  sample: ({ link }) => ({
    organization,
    /** Whether the endpoint receives sandbox events. */
    isTest: false,
    /** Host, and port if it has one, of the endpoint. */
    host: 'hooks.harbour.example',
    /** Why the last try failed, without a full stop. */
    problem: 'The receiver answered 503',
    link,
  }),
  compose: (values, { site }) => ({
    subject: `Webhooks to ${values.host} are paused`,
    preheader: 'An event could not be delivered for three days.',
    heading: 'Webhooks are paused',
    blocks: [
      `We tried for three days to deliver an event ${values.isTest ? 'from the test data ' : ''}of ${values.organization} to ${values.host}. The last try: ${values.problem}. Nothing more is sent there for now. Once the receiver works again, resume the endpoint: everything that waits is delivered then, and what happened in the last 30 days.`,
      { button: 'See Webhooks', link: values.link },
    ],
    reason: `You get this message because you manage the webhooks of ${values.organization} at ${site.title}.`,
  }),
});
