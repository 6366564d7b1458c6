/** As a `ref`: what takes the place of something that had the focus gets it. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
