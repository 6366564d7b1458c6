/** A `ref` that moves the focus to an element that replaces the focused one. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
