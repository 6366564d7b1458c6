import { randomUUID } from 'node:crypto';
import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { htmlOf, textOf, type Letterhead, type MailContent } from './layout.ts';

export interface MailRecipient {
  /** For the greeting; empty for the team, whose mail has none. */
  firstName: string;
  name: string;
  /** Empty for the team of a site that has set no contact address. */
  address: string;
}

export type PreparedMail = Prisma.OutgoingMailCreateManyInput & { toName: string };

type MailDeps = Pick<Deps, 'siteSettings' | 'publicUrl'>;

/** Renders a message of one kind. Store it with `queueMail`. */
export type Mail<Values> = (
  deps: MailDeps,
  to: MailRecipient,
  values: Values,
  headers?: Record<string, string>,
) => PreparedMail;

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

export interface MailKind {
  name: string;
  label: string;
  renderSample(deps: MailDeps): RenderedMail;
}

const kinds: MailKind[] = [];

export const mailKinds: readonly MailKind[] = kinds;

export const mailLabel = (name: string): string =>
  kinds.find((kind) => kind.name === name)?.label ?? name;

interface SampleParts {
  resortName: string;
  week: string;
  dates: string;
  link: string;
  secretLink(path: string): string;
}

/** Defines a kind of message. All of its values that are links are absolute URLs. */
export function defineMail<Values>(kind: {
  /** As stored with each message; never changes. */
  name: string;
  label: string;
  when: string;
  /** False for readers whose first name is unknown. */
  greets?: false;
  sample(parts: SampleParts): Values;
  compose(values: NoInfer<Values>, letterhead: Letterhead): MailContent;
}): Mail<Values> {
  const { name, label, greets = true, sample, compose } = kind;
  const render = (
    { siteSettings, publicUrl }: MailDeps,
    firstName: string,
    values: Values,
  ): RenderedMail => {
    const letterhead = { site: siteSettings.current(), publicUrl };
    const { blocks, ...content } = compose(values, letterhead);
    const greeted = {
      ...content,
      blocks: [greets && firstName !== '' && greeting(firstName), ...blocks],
    };
    return {
      subject: oneLine(content.subject),
      html: htmlOf(greeted, letterhead),
      text: textOf(greeted, letterhead),
    };
  };
  kinds.push({
    name,
    label,
    renderSample: (deps) => render(deps, 'Marina', sample(sampleParts(deps.publicUrl))),
  });
  return (deps, to, values, headers = {}) => ({
    messageId: `${randomUUID()}@${new URL(deps.publicUrl).hostname}`,
    toName: oneLine(to.name),
    toAddress: to.address,
    template: name,
    ...render(deps, to.firstName, values),
    headers,
  });
}

const sampleParts = (publicUrl: string): SampleParts => ({
  resortName: 'Harbour House',
  week: 'Two-bedroom villa near the lagoon',
  dates: '6 to 13 March 2027',
  link: `${publicUrl}/dashboard`,
  secretLink: (path) => `${publicUrl}/${path}?token=sample`,
});

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * A name in one line, or the fallback if the name looks like a URL or an email address: anyone can
 * register somebody else's address under any name, and our mail must not carry foreign links.
 */
export const sayable = (name: string, instead: string): string =>
  /[/:@\\]|\.\S|www/i.test(name) ? instead : oneLine(name);

/** 'Hello Ada,'; 'Hello,' without a usable name. */
function greeting(firstName: string): string {
  const name = sayable(firstName, '');
  return name === '' ? 'Hello,' : `Hello ${name},`;
}
