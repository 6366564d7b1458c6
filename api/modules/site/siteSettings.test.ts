import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { openSiteSettings } from './siteSettings.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date('2031-03-04T05:06:07Z') });
});

afterAll(() => server.close());

const shownSite = async () => {
  const answer = await server.graphqlText<{ site: object }>(
    '{ site { contactEmail contactPhone supportHours copyrightYear takesPayments holdsSampleData } }',
  );
  return answer.data?.site;
};

it('a real site shows no contact before it is set, and the year of its clock', async () => {
  expect(await shownSite()).toEqual({
    contactEmail: '',
    contactPhone: '',
    supportHours: '',
    copyrightYear: 2031,
    takesPayments: true,
    holdsSampleData: false,
  });
  await server.prisma.siteSetting.create({
    data: { key: 'contact_phone', value: '+1 202 555 0117' },
  });
  await server.deps.siteSettings.refresh();
  expect(await shownSite()).toMatchObject({ contactPhone: '+1 202 555 0117', contactEmail: '' });
});

it('the sample site keeps the contact and the year that it has always shown', async () => {
  await server.prisma.installationFact.create({ data: { key: 'sample_data', value: 'yes' } });
  await server.deps.siteSettings.refresh();
  expect(await shownSite()).toMatchObject({
    contactEmail: 'hello@tideweek.example',
    copyrightYear: 2024,
    holdsSampleData: true,
  });
  await server.prisma.installationFact.delete({ where: { key: 'sample_data' } });
  await server.deps.siteSettings.refresh();
});

it('says that it takes no payments if it has no provider for them', async () => {
  const { payments } = server.deps;
  server.deps.payments = undefined;
  await server.emptyCaches();
  expect(await shownSite()).toMatchObject({ takesPayments: false });
  server.deps.payments = payments;
  await server.emptyCaches();
});

it('the catalogue cache is cleared after a changed setting has been read', async () => {
  const listeners: ((payload: string, change: undefined) => void)[] = [];
  const forgottenAt: string[] = [];
  const settings = await openSiteSettings(
    server.prisma,
    {
      onChange: (listener) => void listeners.push(listener),
      forget: () => void forgottenAt.push(settings.current().title),
    },
    server.deps.log,
  );
  await server.prisma.siteSetting.create({ data: { key: 'site_title', value: 'Weeks & Waves' } });
  listeners.forEach((listener) => listener('', undefined));
  await expect.poll(() => forgottenAt).toEqual(['Weeks & Waves']);
});
