import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { toastMs } from '#web/ui/feedback/toastStore.ts';

export const desktop = { width: 1440, height: 900 };

/** A document of the site without scripts. */
const stillPath = '/healthz';

/**
 * One tab of a worker, lent to its tests one after the other. A navigation in it takes half the
 * processor time of one in a new context, whose process has compiled nothing yet. A test leaves
 * nothing behind: its cookies, storage, routes and listeners are removed. A tab that a test changed
 * for good is closed.
 */
export class Tab {
  readonly #browser: Browser;
  #page: Page | undefined;
  #isLent = false;
  #isChanged = false;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** The tab, in the size asked for; undefined if a test needs more than one, or other options. */
  async take({ viewport, ...others }: BrowserContextOptions): Promise<Page | undefined> {
    if (this.#isLent || Object.keys(others).length > 0) return undefined;
    this.#isLent = true;
    this.#page ??= await this.#open();
    await this.#page.setViewportSize(viewport ?? desktop);
    return this.#page;
  }

  async giveBack(): Promise<void> {
    if (!this.#isLent) return;
    this.#isLent = false;
    const page = this.#page;
    if (!page) return;
    const isClean = !this.#isChanged && !page.isClosed() && (await clear(page));
    if (isClean) return;
    this.#page = undefined;
    await page.context().close();
  }

  async #open(): Promise<Page> {
    const context = await newContext(this.#browser);
    const page = await context.newPage();
    this.#isChanged = false;
    const change = () => (this.#isChanged = true);
    notice(page, ['addInitScript', 'exposeFunction', 'exposeBinding', 'emulateMedia'], change);
    notice(page.clock, ['install'], change);
    notice(
      context,
      ['addInitScript', 'grantPermissions', 'newCDPSession', 'route', 'setOffline'],
      change,
    );
    return page;
  }
}

export async function newContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: inject('siteUrl'),
    viewport: desktop,
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(inject('patience'));
  await context.addInitScript(keepToasts, toastMs);
  await context.addInitScript(leaveUndrawn);
  return context;
}

/** Draws the page while this runs, for what looks at colors. */
export async function drawn(page: Page, run: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  await run();
  await page.evaluate(leaveUndrawn);
}

/** Calls back before each call of these methods. */
function notice<Owner extends object>(
  owner: Owner,
  methods: readonly (keyof Owner)[],
  callback: () => void,
): void {
  for (const name of methods) {
    const method = owner[name] as (...values: unknown[]) => unknown;
    const noticed = (...values: unknown[]) => {
      callback();
      return method.apply(owner, values);
    };
    Object.assign(owner, { [name]: noticed });
  }
}

/** Removes what a test left; returns whether that worked. */
async function clear(page: Page): Promise<boolean> {
  const context = page.context();
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const others = context.pages().filter((other) => other !== page);
    await Promise.all(others.map((other) => other.close()));
    // A form with changes asks before it is left.
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(inject('siteUrl') + stillPath);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    await page.removeAllListeners(undefined, { behavior: 'ignoreErrors' });
    return true;
  } catch {
    return false;
  }
}

/** Runs in the page: closes toasts after two minutes, since a busy machine could miss them. */
function keepToasts(usual: number): void {
  const { setTimeout } = window;
  const slower = (handler: TimerHandler, delay?: number, ...values: unknown[]) =>
    setTimeout(handler, delay === usual ? 120_000 : delay, ...values);
  window.setTimeout = slower as typeof setTimeout;
}

/**
 * Runs in the page: nothing is drawn, which takes a third of a page's processor time. Styles,
 * layout, focus and clicks are as usual.
 */
function leaveUndrawn(): void {
  const style = new CSSStyleSheet();
  style.replaceSync('html { opacity: 0 }');
  document.adoptedStyleSheets = [style];
}
