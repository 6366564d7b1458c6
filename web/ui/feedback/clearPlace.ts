/** Possible places of a toast on wide screens, the default first. */
const widePlaces = ['bottom right', 'bottom left', 'top right', 'top left'] as const;

/** On phones a toast is as wide as the page; the first place is over the site's header. */
const phonePlaces = ['header', 'bottom right', 'top right'] as const;

export type ToastPlace = (typeof widePlaces)[number] | (typeof phonePlaces)[number];

/** The widest phone in pixels, as in the styles of toasts. */
const widestPhone = 599;

export const toastPlaces = (windowWidth: number): readonly ToastPlace[] =>
  windowWidth > widestPhone ? widePlaces : phonePlaces;

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * The first place where a toast covers nothing important, or else the place where it covers least.
 */
export function clearPlace(
  places: readonly ToastPlace[],
  boxAt: (place: ToastPlace) => Box,
  kept: readonly Box[],
): ToastPlace | undefined {
  const covered = places.map((place) => {
    const box = boxAt(place);
    return kept.reduce((sum, each) => sum + sharedArea(box, each), 0);
  });
  return places[covered.indexOf(Math.min(...covered))];
}

function sharedArea(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}

/** Elements that people press, type into or check first, such as amounts. */
const keptClear =
  ':is(main, [role="dialog"]) :is(a[href], button, input, select, textarea, strong, dd)';

/** The boxes that a toast must not cover; those of hidden elements have no area. */
export const keptBoxes = (): Box[] =>
  [...document.querySelectorAll(keptClear)].map((element) => element.getBoundingClientRect());
