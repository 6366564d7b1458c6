import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { isDeep } from '#api/testing/depth.ts';
import { pathIn } from '#web/page/pathsOfPages.ts';
import { expectNoViolations } from '../support/axe.ts';
import { signInAsAdmin, signUp, test, visit } from '../support/fixtures.ts';
import { bookingStates } from '../bookingStates.ts';
import {
  pathOf,
  screenOf,
  screens,
  signInAsOwner,
  signInAsTraveler,
  type Screen,
} from './screens.ts';
import { expectTexts } from './shownText.ts';
import { specScreens, type SpecScreen } from './specTexts.ts';

/** A width of the window in px, and the size of texts in %. */
type View = readonly [width: number, textSize: number];

const usual: View = [1440, 100];
const tightest: View = [320, 200];
/** The tightest view is the hardest; the others are looked at in depth. */
const others: View[] = isDeep
  ? [[320, 100], [390, 100], [768, 100], [1024, 100], [1920, 100], [1440, 200], tightest]
  : [tightest];

/** What a screen is made of, by its name. */
const partsOfScreens = new Map<string, Set<string>>();

describe('Every page', () => {
  test('is one of the screens tested here', async () => {
    const tried = await Promise.all(Object.values(screens).map(pathOf));
    const pages = readdirSync('web', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('Page.tsx'))
      .map((file) => [file, readFileSync(`web/${file}`, 'utf8')] as const)
      .filter(([, source]) => /^export const page\b/m.test(source));
    const copied = Object.values(screens).flatMap(({ partsOf }) => partsOf ?? []);
    expect(copied.filter((name) => !screens[name] || screens[name].partsOf)).toEqual([]);
    const paths = pages.map(([file, source]) => pathIn(source, file));
    expect(paths.length).toBeGreaterThan(30);
    const routes = paths.flatMap((source) => [...source.matchAll(/'(\/[\w/:?-]*)'/g)]);
    const untried = routes.filter(([, route = '']) => {
      const pattern = new RegExp(
        `^${route.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}(\\?|$)`,
      );
      return !tried.some((path) => pattern.test(path));
    });
    expect(untried.map(([, route]) => route)).toEqual([]);
  });

  for (const [name, screen] of Object.entries(screens)) {
    test(name, async ({ page, allowProblem }) => {
      const { isMissing, dialog, walksFrame, partsOf } = screen;
      if (isMissing) allowProblem(/status of 404/);
      await openScreen(page, screen);
      const parts = await partsOn(page, name);
      for (const texts of textsOf(name)) await expectTexts(page, texts);
      await expectFitting(page, usual);
      if (isDeep || partsOf === undefined) {
        await expectOperable(page, dialog ? '[role=dialog]' : walksFrame ? 'body' : 'main');
      }
      for (const view of others) await expectFitting(page, view);
      // Header and footer differ by width; what pages hold is the same at all widths.
      if (isDeep || walksFrame) await expectNoViolations(page);
      if (partsOf === undefined) return;
      const original = screens[partsOf];
      const further = () => [...parts].filter((part) => !partsOfScreens.get(partsOf)?.has(part));
      if (!original || further().length === 0) return;
      // It was not opened yet, or looked at before all of it was loaded.
      await openScreen(page, original);
      await expect
        .poll(
          async () => {
            await partsOn(page, partsOf);
            return further();
          },
          { message: `what ${partsOf} has not` },
        )
        .toEqual([]);
    });
  }

  for (const [name, open] of Object.entries(bookingStates)) {
    test(name, async ({ page }) => {
      await open(page);
      await expectFitting(page, usual);
      await expectOperable(page, 'main');
      for (const view of others) await expectFitting(page, view);
    });
  }
});

/** Opens a screen as the person who may see it. */
async function openScreen(page: Page, screen: Screen): Promise<void> {
  if (screen.isAdmin) await signInAsAdmin(page);
  if (screen.signedIn) await signUp(page);
  if (screen.isOwner) await signInAsOwner(page);
  if (screen.isTraveler) await signInAsTraveler(page);
  await visit(page, await pathOf(screen));
  if (screen.dialog) await page.getByRole('dialog', { name: screen.dialog }).waitFor();
}

/** The kinds of elements that the page holds, by tag, role and classes. */
async function partsOn(page: Page, name: string): Promise<Set<string>> {
  const kinds = await page
    .locator('main')
    .evaluate((main) =>
      [...main.querySelectorAll('*')].map((element) =>
        [element.tagName, element.role, element.getAttribute('class')].join(' '),
      ),
    );
  const parts = new Set(kinds);
  partsOfScreens.set(name, parts);
  return parts;
}

/** The page fits a width and a size of text. */
async function expectFitting(page: Page, [width, textSize]: View): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size === 100 ? '' : `${size}%`;
  }, textSize);
  await expect
    .poll(() => tooWide(page), {
      message: `what is too large at ${width} px, ${textSize} % text`,
    })
    .toEqual({ width, beyond: [] });
}

/** Axe finds nothing, nothing moves, and Tab reaches all of a part of the page. */
async function expectOperable(page: Page, part: '[role=dialog]' | 'body' | 'main'): Promise<void> {
  await expectNoViolations(page);
  expect(await whatMoves(page), 'what moves though motion is reduced').toEqual([]);
  const { reached, expected, unmarked, covered } = await walkByKeyboard(page, part);
  expect(reached, 'what Tab reaches, in order').toEqual(expected);
  expect(unmarked, 'what does not show that it has the focus').toEqual([]);
  expect(covered, 'what has the focus behind something else').toEqual([]);
}

/** What the specification says about a screen that shows it as soon as it is opened. */
const textsOf = (name: string): SpecScreen[] =>
  Object.values(specScreens).filter((texts) => screenOf(texts) === name);

/** The window's width in px, the texts beyond it that cannot be scrolled to, and a header that covers much. */
function tooWide(page: Page): Promise<{ width: number; beyond: string[] }> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const beyond = scrollWidth > clientWidth ? [`the page, by ${scrollWidth - clientWidth}`] : [];
    const covered = document.querySelector('header')?.getBoundingClientRect().height ?? 0;
    if (covered > window.innerHeight / 4) beyond.push(`the header, ${covered} high`);
    for (const element of document.body.querySelectorAll('*')) {
      const holdsText = [...element.childNodes].some(
        ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim(),
      );
      if (!holdsText || !element.checkVisibility({ visibilityProperty: true })) continue;
      const { left, right, width } = element.getBoundingClientRect();
      if (width <= 1 || (left >= 0 && right <= clientWidth + 1) || scrolls(element)) continue;
      beyond.push(`${element.tagName} ${element.textContent.slice(0, 40)}`);
    }
    return { width: window.innerWidth, beyond };

    function scrolls(element: Element): boolean {
      for (let box = element.parentElement; box; box = box.parentElement) {
        if (box !== document.documentElement && getComputedStyle(box).overflowX === 'auto') {
          return true;
        }
      }
      // A map can be moved.
      return element.closest('.visuallyHidden, [aria-hidden=true], [role=application]') !== null;
    }
  });
}

/** Elements and running animations that take more than 50 ms, or scroll smoothly. */
function whatMoves(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seconds = (list: string): number =>
      Math.max(...list.split(',').map((time) => Number.parseFloat(time)));
    const moving = [...document.querySelectorAll('*')].filter((element) => {
      const { transitionDuration, animationDuration, animationName, scrollBehavior } =
        getComputedStyle(element);
      return (
        seconds(transitionDuration) > 0.05 ||
        (animationName !== 'none' && seconds(animationDuration) > 0.05) ||
        scrollBehavior === 'smooth'
      );
    });
    const running = document
      .getAnimations()
      .filter(({ playState, effect }) => {
        const { duration, iterations } = effect?.getComputedTiming() ?? {};
        return playState === 'running' && (Number(duration) > 50 || iterations === Infinity);
      })
      .map((animation) => `running: ${animation.id}`);
    return [...moving.map((element) => element.outerHTML.slice(0, 120)), ...running];
  });
}

interface Walk {
  reached: string[];
  /** All operable elements, in document order. */
  expected: string[];
  unmarked: string[];
  covered: string[];
}

/** One Tab stop; undefined outside the document and in boxes that only scroll. */
type Stop = { name: string; isMarked: boolean; isCovered: boolean } | undefined;

/** How often a walk presses Tab, which takes most of its time, before it gives elements the focus itself. */
const presses = isDeep ? Infinity : 3;

/** Moves the focus from the start of a part of the page by Tab until every element has had it. */
async function walkByKeyboard(page: Page, part: string): Promise<Walk> {
  const expected = await page.evaluate(prepareWalk, part);
  const walk: Walk = { reached: [], expected, unmarked: [], covered: [] };
  const note = (stop: Stop): void => {
    // A date input has a stop for each of its parts.
    if (!stop || stop.name === walk.reached.at(-1)) return;
    walk.reached.push(stop.name);
    if (!stop.isMarked) walk.unmarked.push(stop.name);
    if (stop.isCovered) walk.covered.push(stop.name);
  };
  const byTab = Math.min(presses, expected.length);
  for (let count = 0; count < 2 * byTab + 10 && walk.reached.length < byTab; count += 1) {
    await page.keyboard.down('Tab');
    const [stop] = await Promise.all([
      page.evaluate(() => (window as unknown as Walker).look()),
      page.keyboard.up('Tab'),
    ]);
    note(stop);
  }
  const others = await page.evaluate(
    (from) => (window as unknown as Walker).focusFrom(from),
    walk.reached.length,
  );
  others.forEach(note);
  return walk;
}

interface Walker {
  look: () => Promise<Stop>;
  /** Gives the focus to the elements from this one on. */
  focusFrom: (index: number) => Promise<Stop[]>;
}

/** Runs in the page: records the unfocused styles; returns the names that Tab should reach. */
function prepareWalk(selector: string): string[] {
  const part = document.querySelector<HTMLElement>(selector) ?? document.body;
  if (!part.matches('[role=dialog]')) {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
    part.focus({ preventScroll: true });
  }
  const all = [
    ...part.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex]',
    ),
  ].filter((element) => {
    if (element.tabIndex < 0 || element.matches(':disabled, [data-testid^=sentinel]')) return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    if (element.closest('[inert], [aria-hidden=true]')) return false;
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
    // A radio group has one stop: the checked radio, else the first.
    const group = [...part.querySelectorAll<HTMLInputElement>(`[name="${element.name}"]`)];
    return element === (group.find(({ checked }) => checked) ?? group[0]);
  });
  // Names are read once: counts may arrive in a link while the focus moves.
  const resting = new Map(
    all.map((element) => [element, { name: nameOf(element), drawn: drawing(element) }]),
  );

  Object.assign(window, {
    look,
    async focusFrom(index) {
      const stops: Stop[] = [];
      for (const element of all.slice(index)) {
        element.focus();
        stops.push(await look());
      }
      return stops;
    },
  } satisfies Walker);
  return [...resting.values()].map(({ name }) => name);

  async function look(): Promise<Stop> {
    const element = document.activeElement as HTMLElement;
    const before = resting.get(element);
    if (!before) return undefined;
    const stop = () => ({
      name: before.name,
      isMarked: isMarked(drawing(element), before.drawn),
      isCovered: isCovered(element),
    });
    // Some controls draw their focus mark in a later frame.
    for (let frame = 0; frame < 4 && (!stop().isMarked || stop().isCovered); frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return stop();
  }

  function nameOf(element: HTMLElement): string {
    const name = element.getAttribute('aria-label') ?? labelOf(element)?.textContent;
    return `${element.tagName} ${(name ?? element.textContent).trim().slice(0, 50)} #${all.indexOf(element)}`;
  }

  function labelOf(element: HTMLElement): HTMLElement | undefined {
    return 'labels' in element
      ? (element.labels as NodeListOf<HTMLLabelElement> | null)?.[0]
      : undefined;
  }

  /** The styles of a control, of its overlay, and of the elements around it. */
  function drawing(element: HTMLElement) {
    const parts: [Element | null | undefined, string?][] = [
      [element],
      [element, '::after'],
      [element.parentElement?.querySelector(':scope > fieldset')],
      [element.parentElement],
      [element.parentElement?.parentElement],
      [element.closest('article')],
    ];
    return parts.map(([part, pseudo]) => {
      const style = part && getComputedStyle(part, pseudo);
      if (!style) return { outline: 0, edge: 0, look: '' };
      return {
        outline: style.outlineStyle === 'none' ? 0 : Number.parseFloat(style.outlineWidth),
        edge: Number.parseFloat(style.borderTopWidth),
        look: `${style.borderTopColor} ${style.borderTopWidth} ${style.outlineWidth}`,
      };
    });
  }

  /** Whether an outline or a border of at least 2 px has appeared. */
  function isMarked(now: ReturnType<typeof drawing>, before: ReturnType<typeof drawing>): boolean {
    return now.some(
      ({ outline, edge, look }, index) =>
        (outline >= 2 || edge >= 2) && (outline >= 2 || look !== before[index]?.look),
    );
  }

  /** Whether other elements cover the control at three points across what the window shows of it. */
  function isCovered(element: HTMLElement): boolean {
    const label = labelOf(element);
    const box = element.getBoundingClientRect();
    const middle = (Math.max(box.top, 0) + Math.min(box.bottom, window.innerHeight)) / 2;
    return ![0.2, 0.5, 0.8].some((part) => {
      const top = document.elementFromPoint(box.left + box.width * part, middle);
      return top && (element.contains(top) || top.contains(element) || label?.contains(top));
    });
  }
}
