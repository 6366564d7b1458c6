/** Where a toast may stand: corners of the window, the usual one first. */
export const toastPlaces = ['bottom right', 'bottom left', 'top right', 'top left'] as const;

export type ToastPlace = (typeof toastPlaces)[number];

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The place of a toast in the window; its other sides follow from its size. */
export function boxAt(place: ToastPlace, toast: Box, window: Box): Box {
  const [width, height] = [toast.right - toast.left, toast.bottom - toast.top];
  const [edge, foot] = [window.right - toast.right, window.bottom - toast.bottom];
  const left = place.endsWith('right') ? toast.left : window.left + edge;
  const top = place.startsWith('bottom') ? toast.top : window.top + foot;
  return { left, top, right: left + width, bottom: top + height };
}

/**
 * The first place where a toast covers none of what has to stay visible; if it covers some
 * everywhere, the place where it covers least.
 * @param toast the box of the toast at the bottom right
 * @param window what is below the header
 */
export function clearPlace(toast: Box, window: Box, kept: readonly Box[]): ToastPlace {
  const covered = (place: ToastPlace): number => {
    const box = boxAt(place, toast, window);
    return kept.reduce((sum, each) => sum + sharedArea(box, each), 0);
  };
  return toastPlaces.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}

function sharedArea(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** What people press, type into or check before they press: it stays clear of toasts. */
const keptClear =
  ':is(main, [role="dialog"]) :is(a[href], button, input, select, textarea, [data-keep-clear])';

/** The boxes of what can be seen and has to stay so. */
export const keptBoxes = (): Box[] =>
  [...document.querySelectorAll(keptClear)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
