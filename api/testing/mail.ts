import type { TestServer } from './testServer.ts';

/** The secret from the link in the newest message of this template to an address. */
export async function tokenFor(
  { prisma }: Pick<TestServer, 'prisma'>,
  toAddress: string,
  template: string,
): Promise<string> {
  const mail = await prisma.outgoingMail.findFirstOrThrow({
    where: { toAddress, template },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  const token = /[?&]token=([\w-]+)/.exec(mail.text)?.[1];
  if (token === undefined) {
    throw new Error(`The message has no link: ${mail.text}`);
  }
  return token;
}

/** Sets the address for the team, as an administrator does. */
export async function setContactEmail({
  prisma,
  deps,
}: Pick<TestServer, 'prisma' | 'deps'>): Promise<void> {
  await prisma.siteSetting.create({
    data: { key: 'contact_email', value: 'hello@tideweek.example' },
  });
  await deps.siteSettings.refresh();
}
