import { screen } from '@testing-library/react';

/** The field with this label, in a fraction of the time that getByLabelText takes in large forms. */
export function fieldLabelled(name: string): HTMLElement {
  const label = [...document.getElementsByTagName('label')].find(
    ({ textContent }) => textContent.trim() === name,
  );
  const field = label
    ? (document.getElementById(label.htmlFor) ?? label.control)
    : [...document.body.getElementsByTagName('*')].find(
        (element) => element.getAttribute('aria-label') === name,
      );
  return field instanceof HTMLElement ? field : screen.getByLabelText(name);
}
