import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { toastMs } from '#web/ui/feedback/toastStore.ts';

export const desktop = { width: 1440, height: 900 };

/** A document of the site without scripts. */
const stillPath = '/healthz';

/** Tabs that a worker keeps open while no test has them. */
const mostIdle = 3;

/**
 * The tabs of a worker, lent to its tests one after the other. A navigation in a tab that was used
 * before takes half the processor time of one in a new context, whose process has compiled nothing
 * yet. A test leaves nothing behind: its cookies, storage, routes and listeners are removed. A tab
 * that a test changed for good is closed.
 */
export class Tabs {
  readonly #browser: Browser;
  #idle: Tab[] = [];
  #lent: Tab[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** A tab with these options, in the size asked for. */
  async take({ viewport, ...options }: BrowserContextOptions): Promise<Page> {
    const kind = JSON.stringify(options);
    const kept = this.#idle.find((tab) => tab.kind === kind);
    this.#idle = this.#idle.filter((tab) => tab !== kept);
    const tab = kept ?? (await openTab(this.#browser, kind, options));
    this.#lent.push(tab);
    await tab.page.setViewportSize(viewport ?? desktop);
    return tab.page;
  }

  async giveBack(): Promise<void> {
    const isClean = async (tab: Tab) =>
      !tab.isChanged && !tab.page.isClosed() && (await clear(tab.page));
    for (const tab of this.#lent.splice(0)) {
      const context = tab.page.context();
      // Routes end with their test, even while a response is pending.
      await Promise.all(
        context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })),
      );
      if (await isClean(tab)) this.#idle.push(tab);
      else await context.close();
    }
    const tooMany = this.#idle.splice(0, Math.max(0, this.#idle.length - mostIdle));
    await Promise.all(tooMany.map(({ page }) => page.context().close()));
  }
}

interface Tab {
  /** Its options, without its size. */
  kind: string;
  page: Page;
  isChanged: boolean;
}

/** Options of contexts that are used again; others belong to few tests, and to other sites. */
const reused = new Set(['hasTouch', 'isMobile']);

async function openTab(
  browser: Browser,
  kind: string,
  options: BrowserContextOptions,
): Promise<Tab> {
  const context = await newContext(browser, options);
  const page = await context.newPage();
  const isChanged = Object.keys(options).some((name) => !reused.has(name));
  const tab = { kind, page, isChanged };
  const change = () => (tab.isChanged = true);
  notice(page, ['addInitScript', 'exposeFunction', 'exposeBinding', 'emulateMedia'], change);
  notice(page.clock, ['install'], change);
  notice(
    context,
    ['addInitScript', 'grantPermissions', 'newCDPSession', 'route', 'setOffline'],
    change,
  );
  return tab;
}

async function newContext(
  browser: Browser,
  options: BrowserContextOptions,
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
    setTimeout(handler, delay === usual || delay === 4 * usual ? 120_000 : delay, ...values);
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
