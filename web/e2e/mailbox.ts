import PostalMime, { type Email } from 'postal-mime';
import { expect, inject } from 'vitest';

/** The messages that an address has got so far, oldest first. */
export async function mailsTo(address: string): Promise<Email[]> {
  const answer = await fetch(`${inject('inboxUrl')}?${new URLSearchParams({ to: address })}`);
  const received = (await answer.json()) as { source: string }[];
  return Promise.all(received.map(({ source }) => PostalMime.parse(Buffer.from(source, 'latin1'))));
}

/** The newest message to this address whose subject fits, once it is there. */
export async function mailTo(address: string, subject: RegExp): Promise<Email> {
  const find = async () =>
    (await mailsTo(address)).findLast((mail) => subject.test(mail.subject ?? ''));
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  const found = await find();
  if (!found) throw new Error(`No mail to ${address}`);
  return found;
}

/** The path of the one button in a message, as its reader's browser gets it. */
export function linkIn(mail: Email): string {
  const address = /https?:\/\/\S+[?&]token=[\w-]+/.exec(mail.text ?? '')?.[0] ?? '';
  expect(mail.html).toContain(`href="${address}"`);
  const { pathname, search } = new URL(address);
  return pathname + search;
}
