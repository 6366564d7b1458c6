import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { expectSound } from '../support/axe.ts';
import { hasFocus, phone, signUp, test, visit } from '../support/fixtures.ts';
import { storeOrganization } from '../support/partners.ts';

test('A member adds an endpoint, tries it, sends events again, pauses and deletes it', async ({
  openPage,
}) => {
  const received: (string | undefined)[] = [];
  let status = 500;
  const receiver = createServer((request, response) => {
    received.push(request.headers['webhook-id']?.toString());
    response.writeHead(status).end('from the receiver');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  const page = await openPage({ viewport: phone });
  const account = await signUp(page);
  const organizationId = await storeOrganization(account.username);
  try {
    await visit(page, `/organizations/${organizationId}/webhooks`);
    await page.getByText('No endpoints yet').waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: 'Add Endpoint' }).click();
    const adding = page.getByRole('dialog', { name: 'Add an endpoint' });
    await adding.getByLabel('Address').fill('http://10.0.0.1/hooks');
    await adding.getByRole('button', { name: 'Add Endpoint' }).click();
    await adding.locator('[aria-invalid=true]').waitFor();
    await adding.getByLabel('Address').fill(address);
    await adding.getByLabel('review.published').check();
    await expectSound(page, '[role=dialog]');
    await adding.getByRole('button', { name: 'Add Endpoint' }).click();
    const secret = await adding.getByLabel('Your secret').inputValue();
    expect(secret).toMatch(/^whsec_/);
    await expectSound(page, '[role=dialog]');
    await adding.getByRole('button', { name: 'Done' }).click();
    await adding.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);
    const endpoint = page.getByRole('list', { name: 'Endpoints' }).getByRole('listitem').first();
    await endpoint.getByText('review.published').waitFor();

    const more = page.getByRole('button', { name: `More: ${address}` });
    const choose = async (action: string) => {
      await more.click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    const delivery = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').first();
    const seen = async (state: string, where = delivery) => {
      await expect
        .poll(async () => {
          await page.getByRole('button', { name: 'Refresh' }).click();
          return where.innerText();
        })
        .toContain(state);
    };
    await page.getByRole('button', { name: `Send Test Event: ${address}` }).click();
    await delivery.getByText('webhook.test', { exact: true }).waitFor();
    await seen('answered 500');
    await seen('Failing', endpoint);
    await delivery.getByText('Body and answer').click();
    await delivery.getByText('from the receiver').waitFor();
    await delivery.getByText('This event says that the endpoint works.').waitFor();
    await expectSound(page);

    status = 200;
    await page.getByRole('button', { name: 'Send Again: webhook.test' }).click();
    await seen('Delivered');
    await page.getByLabel('Show').selectOption('Waiting');
    await page.getByText('There are no such deliveries').waitFor();
    await expectSound(page);
    await page.goBack();
    await delivery.getByText('webhook.test', { exact: true }).waitFor();
    const before = received.length;
    await choose('Send Events Again');
    const range = page.getByRole('dialog', { name: 'Send events again' });
    await range.getByLabel('From').fill('2000-01-01T00:00');
    await range.getByLabel('To').fill('2000-01-02T00:00');
    await range.getByRole('button', { name: 'Send Again' }).click();
    await page.getByText('0 events sent again').waitFor();
    await choose('Send Events Again');
    await range.getByLabel('From').fill('2000-01-01T00:00');
    await range.getByLabel('To').fill('2100-01-01T00:00');
    await expectSound(page, '[role=dialog]');
    await range.getByRole('button', { name: 'Send Again' }).click();
    await page.getByText('1 event sent again').waitFor();
    await expect.poll(() => received.length).toBeGreaterThan(before);
    expect(new Set(received).size).toBe(1);

    await choose('Rotate Secret');
    const rotating = page.getByRole('dialog', { name: 'Rotate the secret?' });
    await rotating.getByRole('button', { name: 'Rotate Secret' }).click();
    expect(await rotating.getByLabel('Your secret').inputValue()).not.toBe(secret);
    await rotating.getByRole('button', { name: 'Done' }).click();
    await endpoint.getByText('The secret before the rotation signs until').waitFor();
    await choose('Rotate Secret');
    await rotating
      .getByText(/^The secret that you replaced last signs until .*\. It ends at once\.$/)
      .waitFor();
    await page.keyboard.press('Escape');
    await rotating.waitFor({ state: 'hidden' });

    await choose('Pause');
    await endpoint.getByText('Paused', { exact: true }).waitFor();
    await more.click();
    await expectSound(page);
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Change',
      'Rotate Secret',
      'Delete',
    ]);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: /^Send Test Event/ }).count()).toBe(0);
    await choose('Change');
    const changing = page.getByRole('dialog', { name: 'Change the endpoint' });
    await changing.getByLabel('review.published').uncheck();
    await changing.getByRole('button', { name: 'Save Endpoint' }).click();
    await changing.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(more)).toBe(true);
    await endpoint.getByText('review.published').waitFor({ state: 'detached' });
    await endpoint.getByText('Paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: `Resume: ${address}` }).click();
    await endpoint.getByText('Active', { exact: true }).waitFor();

    await choose('Delete');
    await page.getByRole('button', { name: 'Delete Endpoint' }).click();
    await page.getByText('No endpoints yet').waitFor();
    await page.getByText('Nothing was sent in the last 30 days').waitFor();
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
});
