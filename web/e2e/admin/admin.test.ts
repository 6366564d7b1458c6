import { text } from 'node:stream/consumers';
import { describe, expect } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import {
  heading,
  makeAccount,
  phone,
  signInAsAdmin,
  signUp,
  site,
  siteUrl,
  test,
  visit,
} from '../support/fixtures.ts';
import { gate } from '../support/gate.ts';
import { startSession } from '../support/sessions.ts';

/** The admin screens that send others to the home page; inventory sends them to sign-in. */
const adminPaths = [
  '/admin',
  '/admin/bookings',
  '/admin/bookings/holds',
  '/admin/bookings/payouts',
  '/admin/bookings/refunds',
  '/admin/reconciliation',
  '/admin/bookings/remittances',
  '/admin/bookings/remittances/paid',
  '/admin/sales',
  '/admin/sales/cooling-off',
  '/admin/inquiries',
  '/admin/inquiries/01890a5d-ac96-774b-bcce-b302099a8057',
  '/admin/moderation',
  '/admin/reports',
  '/admin/audit',
  '/admin/users',
];

describe('The admin screens', () => {
  // The server redirects, so this works without scripts.
  test.for(adminPaths)('%s redirects visitors and members', async (path) => {
    const { username } = await makeAccount();
    const { name, value } = await startSession(site, username);
    for (const cookie of ['', `${name}=${value}`]) {
      const answer = await fetch(siteUrl + path, { redirect: 'manual', headers: { cookie } });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
    }
  });

  test("are linked only from an administrator's menu", async ({ page }) => {
    await signInAsAdmin(page);
    await visit(page, '/contact');
    await page.getByRole('button', { name: 'Maren' }).click();
    await page.getByRole('menuitem', { name: 'Admin Panel' }).click();
    await heading(page, 'Admin Dashboard', 1).waitFor();
    await signUp(page);
    await visit(page, '/contact');
    await page.getByRole('button', { name: 'Marina' }).click();
    await page.getByRole('menuitem', { name: 'Dashboard' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Admin Panel' }).count()).toBe(0);
    await page.goto('/admin');
    expect(page.url()).toBe(`${siteUrl}/`);
  });
});

test('On a phone the section bar marks the current section, and the footer is one line', async ({
  openPage,
}) => {
  const page = await openPage({ viewport: phone });
  await signInAsAdmin(page);
  const { opened, open } = gate();
  await page.route('**/graphql', async (route) => {
    await opened;
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"value":0', '"value":12');
    await route.fulfill({ response, body });
  });
  await visit(page, '/admin/settings');
  const sections = page.getByRole('navigation', { name: 'Administration' });
  const isInView = () =>
    sections.getByRole('link', { name: 'Settings' }).evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left >= 0 && right <= window.innerWidth;
    });
  await expect.poll(isInView).toBe(true);
  // The counts of waiting tasks widen the sections before it.
  open();
  await sections.getByRole('link', { name: /\d/ }).first().waitFor();
  await expect.poll(isInView).toBe(true);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const footer = page.getByRole('contentinfo');
  expect(await footer.innerText()).toContain('2024');
  expect(await footer.getByRole('link').count()).toBe(0);
});

describe('The admin dashboard', () => {
  test('shows figures, the status of each service, links, alerts, and reports with a CSV file', async ({
    page,
  }) => {
    await signInAsAdmin(page);
    await visit(page, '/admin');
    for (const label of ['Total Users', 'Total Resorts', 'Bookings', 'Revenue']) {
      const figure = page.locator('dl > div', { has: page.getByText(label, { exact: true }) });
      expect(await figure.first().locator('dd').first().innerText()).toMatch(/^\$?\d[\d,.]*$/);
    }
    const system = page.getByRole('region', { name: 'System Settings' });
    await system.getByText('Online', { exact: true }).waitFor();
    await system.getByText('Database Connected').waitFor();
    await system.getByText('Storage: working').waitFor();
    await page.getByRole('region', { name: 'Over Time' }).getByText('Registrations').waitFor();
    for (const [name, path] of [
      ['Manage Users', '/admin/users'],
      ['Manage Resorts', '/admin/resorts'],
      ['Manage Inventory', '/admin/inventory'],
      ['Add New Resort', '/admin/resorts?dialog=add'],
      ['View Reports', '/admin/reports'],
      ['Manage Bookings', '/admin/bookings'],
    ] as const) {
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(path);
    }
    await page.getByRole('button', { name: 'System Alerts' }).click();
    const dialog = page.getByRole('dialog', { name: 'System Alerts' });
    // The sample data has a reported problem.
    const queue = dialog.getByRole('list', { name: 'Waiting for the team' });
    expect(await queue.getByRole('link', { name: /reported problem/ }).getAttribute('href')).toBe(
      '/admin/bookings?filter=disputes',
    );
    await expectNoViolations(page);
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });

    await page.getByRole('link', { name: 'View Reports' }).click();
    const table = page.getByRole('table', { name: 'Figures over time' });
    await table.waitFor();
    expect(await table.getByRole('row').count()).toBe(31);
    await page.getByRole('combobox', { name: 'Time' }).selectOption('365');
    await expect.poll(() => table.getByRole('row').count()).toBe(54);
    expect(page.url()).toContain('days=365');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const lines = (await text(await download.createReadStream())).trimEnd().split('\r\n');
    expect(lines).toHaveLength(54);
    expect(lines[0]).toBe(
      'From,To,Registrations,Listings,Bookings,Gross Revenue (USD),Fees (USD),Tax (USD)',
    );
    await page.goBack();
    await expect.poll(() => table.getByRole('row').count()).toBe(31);
  });
});
