import { randomBytes } from 'node:crypto';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { browserFlags } from './browser.ts';
import { Tabs, desktop } from './tab.ts';
import { addAccount, startSession, type Account, type Site } from './sessions.ts';

export { desktop };
export type { Account };

export const siteUrl = inject('siteUrl');
export const site: Site = { url: siteUrl, databaseUrl: inject('databaseUrl') };
export const phone = { width: 390, height: 844 };

interface Fixtures {
  browser: Browser;
  /** Allows a browser problem that this test causes on purpose. */
  allowProblem: (pattern: RegExp) => void;
  /** Opens a page in a new context; problems that its browser reports fail the test. */
  openPage: (options?: BrowserContextOptions) => Promise<Page>;
  /** A signed-out page at desktop size. */
  page: Page;
}

const allowedProblems = new WeakMap<object, RegExp[]>();

export const test = base.extend<Fixtures & { tabs: Tabs }>({
  browser: [
    async ({}, provide) => {
      const browser = await chromium.launch({
        executablePath: inject('browserPath'),
        // No page lives long enough to earn back what optimizing its code takes.
        args: [...browserFlags, '--js-flags=--no-opt --min-semi-space-size=32'],
      });
      await provide(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  tabs: [
    async ({ browser }, provide) => {
      await provide(new Tabs(browser));
    },
    { scope: 'worker' },
  ],
  allowProblem: async ({ task }, provide) => {
    const patterns: RegExp[] = [];
    allowedProblems.set(task, patterns);
    await provide((pattern) => void patterns.push(pattern));
  },
  openPage: async ({ tabs, allowProblem, task }, provide) => {
    const problems: string[] = [];
    await provide(async (options = {}) => {
      const page = await tabs.take(options);
      collectProblems(page, problems);
      // How Chromium reports that scripts are disabled.
      if (options.javaScriptEnabled === false) allowProblem(/^request failed: csp /);
      return page;
    });
    await tabs.giveBack();
    const allowed = allowedProblems.get(task) ?? [];
    const unexpected = problems.filter((text) => !allowed.some((pattern) => pattern.test(text)));
    expect(unexpected, 'problems that the browser reported').toEqual([]);
  },
  page: async ({ openPage }, provide) => {
    await provide(await openPage());
  },
});

function collectProblems(page: Page, problems: string[]): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page aborts its pending requests.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request failed: ${reason} ${request.url()}`);
  });
}

/** Keeps a page from loading the scripts of others, as it does three seconds after it is there. */
export const withoutPreloading = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { setTimeout } = window;
    const never = (handler: TimerHandler, delay?: number, ...values: unknown[]) =>
      delay === 3_000 ? 0 : setTimeout(handler, delay, ...values);
    window.setTimeout = never as typeof setTimeout;
  });

/** Opens a path and waits until the page reacts to clicks and keys. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const controls = [...document.querySelectorAll('#root a, #root button, #root input')];
    return (
      controls.length > 0 &&
      controls.every((control) => Object.keys(control).some((key) => key.startsWith('__react')))
    );
  });
}

export function newAccount(): Account {
  // Letters alone: digits in a title or a review may be taken for a phone number.
  const letters = [...randomBytes(10)].map((byte) => String.fromCharCode(97 + (byte % 26)));
  const name = `guest${letters.join('')}`;
  return {
    username: name,
    email: `${name}@example.org`,
    password: 'a quiet week by the sea',
    firstName: 'Marina',
    lastName: 'Holt',
  };
}

/** Adds an account and signs the page's context in. */
export async function signUp(page: Page): Promise<Account> {
  const account = await makeAccount();
  await signInAs(page, account.username);
  return account;
}

/** Signs the page's context in as the administrator of the sample data. */
export const signInAsAdmin = (page: Page, product?: Site): Promise<void> =>
  signInAs(page, 'admin', product);

/** Signs the page's context in without the form. */
export async function signInAs(page: Page, username: string, product = site): Promise<void> {
  const cookie = await startSession(product, username);
  await page
    .context()
    .addCookies([{ ...cookie, url: product.url, httpOnly: true, sameSite: 'Lax' }]);
}

/** Adds an account without signing in. */
export async function makeAccount(): Promise<Account> {
  const account = newAccount();
  await addAccount(site, account);
  return account;
}

/** Opens, fills in and sends the registration form. */
export async function register(page: Page, account: Account): Promise<void> {
  await visit(page, '/auth?mode=register');
  await fillRegister(page, account);
}

export async function fillRegister(page: Page, account: Account): Promise<void> {
  const form = page.getByRole('form', { name: 'Register' });
  await form.getByLabel('First name').fill(account.firstName);
  await form.getByLabel('Last name').fill(account.lastName);
  await form.getByLabel('Username').fill(account.username);
  await form.getByLabel('Email').fill(account.email);
  await form.getByLabel('Password', { exact: true }).fill(account.password);
  await form.getByLabel('Confirm password').fill(account.password);
  await form.getByRole('button', { name: 'Register for free' }).click();
}

export const heading = (page: Page | Locator, name: string | RegExp, level?: number): Locator =>
  page.getByRole('heading', { name, exact: true, ...(level === undefined ? {} : { level }) });

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator, atMost = 60): Promise<void> {
  await target.waitFor();
  for (let count = 0; count < atMost; count += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  expect.fail(`Tab does not reach ${target}`);
}

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}

/** The cards of a search, once its results have loaded. */
export async function results(page: Page): Promise<ResortCardText[]> {
  await page.getByText(/results? found/).waitFor();
  return cards(page);
}

/** The texts of the resort cards on the page. */
export async function cards(page: Page | Locator): Promise<ResortCardText[]> {
  const texts = await page.getByRole('article').allInnerTexts();
  return texts.map((text) => {
    const [, low = '', high = ''] = /\$([\d,]+) - \$([\d,]+)/.exec(text) ?? [];
    return { text, priceMin: amount(low), priceMax: amount(high) };
  });
}

interface ResortCardText {
  text: string;
  priceMin: number;
  priceMax: number;
}

const amount = (text: string): number => Number(text.replaceAll(',', ''));
