import { rmSync } from 'node:fs';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import {
  startStripeServer,
  stripeKeys,
  type StripeServer,
} from '#api/testing/payments/stripeServer.ts';
import { scratchFolder } from '#api/testing/scratchFolder.ts';
import { sql } from '../support/database.ts';
import { heading, phone, signInAs, test, visit } from '../support/fixtures.ts';
import { databaseUrlOf, startProduct, type Product } from '../support/product.ts';

// A separate site, which takes payments by Stripe.
const dataDir = scratchFolder();
let stripe: StripeServer;
let product: Product;
let databaseUrl: string;

beforeAll(async () => {
  stripe = await startStripeServer();
  product = await startProduct({
    dataDir,
    env: {
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripeKeys.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
      STRIPE_API_URL: `http://${stripe.api.host}:${stripe.api.port}`,
    },
  });
  databaseUrl = databaseUrlOf(dataDir);
});

afterAll(async () => {
  await product.stop();
  await stripe.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Plays what comes from Stripe to the browser; what is typed as the number names what happens. */
async function playStripe(page: Page): Promise<void> {
  await page.route('https://js.stripe.com/v3/', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${playedScript})()` }),
  );
  await page.route('https://js.stripe.com/card', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<label>Card number <input oninput="parent.postMessage(value, '*')"></label>`,
    }),
  );
  await page.route('https://api.stripe.com/bank', async (route) => {
    const { secret, isApproved } = route.request().postDataJSON() as Record<string, string>;
    stripe.confirm(secret ?? '', Boolean(isApproved));
    await route.fulfill({ headers: { 'access-control-allow-origin': '*' } });
  });
}

function playedScript(): void {
  let typed = '';
  addEventListener('message', ({ origin, data }) => {
    if (origin === 'https://js.stripe.com') typed = data as string;
  });
  const elements = (options: object) => {
    const frame = Object.assign(document.createElement('iframe'), {
      src: 'https://js.stripe.com/card',
      title: 'Secure payment input frame',
    });
    document.documentElement.dataset['stripe'] = JSON.stringify(options);
    return {
      create: () => ({
        on: (event: string, listener: () => void) => {
          if (event === 'ready') frame.addEventListener('load', listener);
        },
        mount: (place: HTMLElement) => place.append(frame),
        destroy: () => frame.remove(),
      }),
      submit: async () => (typed === '' ? { error: { message: 'The number is missing' } } : {}),
    };
  };
  const createPaymentMethod = async () => ({ paymentMethod: { id: `pm_${typed}` } });
  const handleNextAction = async ({ clientSecret }: { clientSecret: string }) => {
    const body = JSON.stringify({ secret: clientSecret, isApproved: window.confirm('Approve?') });
    await fetch('https://api.stripe.com/bank', { method: 'POST', body });
    return {};
  };
  Object.assign(window, {
    Stripe: (key: string) => ({ key, elements, createPaymentMethod, handleNextAction }),
  });
}

interface FreeWeek {
  listing_id: string;
  resort_id: string;
  check_in: string;
  check_out: string;
}

/** A free stay in a week of an owner, instant to book or not. */
async function freeWeek(isInstant: boolean): Promise<FreeWeek> {
  const [week] = await sql<FreeWeek>(
    databaseUrl,
    `WITH chosen AS (
       SELECT listing_id, starts_on, ends_on FROM free_stretches JOIN listings ON id = listing_id
       WHERE provider_id IS NULL AND starts_on > now() + interval '60 days'
         AND ends_on - starts_on <= 28
         AND NOT EXISTS (SELECT 1 FROM bookings WHERE bookings.listing_id = listings.id)
       ORDER BY listing_id LIMIT 1
     )
     UPDATE listings SET is_instant = $1 FROM chosen WHERE id = listing_id
     RETURNING id AS listing_id, resort_id, starts_on::text AS check_in, ends_on::text AS check_out`,
    [isInstant],
  );
  if (!week) throw new Error('No week of the sample data is free');
  return week;
}

const checkoutPath = ({ listing_id, check_in, check_out }: FreeWeek) =>
  `/checkout/${listing_id}?checkIn=${check_in}&checkOut=${check_out}&guests=2`;

const cardOf = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Secure payment input frame"]');

const status = (page: Page, name: string) =>
  page.getByRole('region', { name: 'How it stands' }).getByRole('heading', { name, exact: true });

const policyOf = async (page: Page, path: string): Promise<string> =>
  (await page.request.get(path)).headers()['content-security-policy'] ?? '';

describe('Stripe', () => {
  test('takes the card in frames of its own, on the checkout alone, and asks the bank', async ({
    openPage,
  }) => {
    const page = await openPage({ viewport: phone, baseURL: product.url });
    await playStripe(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('stripe.com')) asked.push(request.url());
    });
    await signInAs(page, 'traveller', { url: product.url, databaseUrl });
    const week = await freeWeek(true);
    const resortPath = `/resort/${week.resort_id}`;
    expect(await policyOf(page, resortPath)).not.toContain('stripe.com');
    expect(await policyOf(page, checkoutPath(week))).toContain('https://js.stripe.com');
    await visit(
      page,
      `${resortPath}?week=${week.listing_id}&from=${week.check_in}&to=${week.check_out}&guests=2`,
    );
    expect(asked).toEqual([]);
    const bar = page.getByRole('region', { name: 'Price and booking' });
    await bar.getByRole('link', { name: /^Book Now/ }).click();
    const pay = page.getByRole('button', { name: /^Pay \$/ });
    await cardOf(page).getByLabel('Card number').waitFor();
    await pay.click();
    await page.getByText('The number is missing').waitFor();
    await cardOf(page).getByLabel('Card number').fill('insufficient_funds');
    await pay.click();
    await page.getByText('There is not enough money on this card').waitFor();
    const answers = [false, true];
    page.on('dialog', (dialog) => void (answers.shift() ? dialog.accept() : dialog.dismiss()));
    await cardOf(page).getByLabel('Card number').fill('confirm');
    await pay.click();
    await page.getByText('Your bank did not confirm the payment').waitFor();
    await cardOf(page).getByLabel('Card number').fill('confirm');
    await pay.click();
    await status(page, 'Booked and paid').waitFor();
    const options = JSON.parse(
      (await page.locator('html').getAttribute('data-stripe')) ?? '',
    ) as Record<string, unknown>;
    const paid = [...stripe.intents.values()].filter((intent) => intent.status === 'succeeded');
    expect(paid).toMatchObject([{ amount: options['amount'], capture_method: 'automatic' }]);
    expect(options).toMatchObject({ mode: 'payment', currency: 'usd', captureMethod: 'automatic' });
  });

  test('only reserves the price of a request', async ({ openPage }) => {
    const page = await openPage({ viewport: phone, baseURL: product.url });
    await playStripe(page);
    await signInAs(page, 'traveller', { url: product.url, databaseUrl });
    await visit(page, checkoutPath(await freeWeek(false)));
    await cardOf(page).getByLabel('Card number').fill('succeed');
    await page.getByRole('button', { name: /^Request to book/ }).click();
    await status(page, 'Waiting for the owner’s answer').waitFor();
    expect([...stripe.intents.values()].at(-1)).toMatchObject({ status: 'requires_capture' });
    expect(stripe.problems).toEqual([]);
  });

  test('whose script is blocked is said to be missing, and can be loaded again', async ({
    openPage,
    allowProblem,
  }) => {
    allowProblem(/net::ERR_/);
    const page = await openPage({ viewport: phone, baseURL: product.url });
    await page.route('https://js.stripe.com/**', (route) => route.abort());
    await signInAs(page, 'traveller', { url: product.url, databaseUrl });
    await visit(page, checkoutPath(await freeWeek(true)));
    await page.getByText(/^The card form of Stripe could not be loaded/).waitFor();
    await page.unrouteAll();
    await playStripe(page);
    await page.getByRole('button', { name: 'Load It Again' }).click();
    await cardOf(page).getByLabel('Card number').waitFor();
    await heading(page, 'Book your stay', 1).waitFor();
  });
});
