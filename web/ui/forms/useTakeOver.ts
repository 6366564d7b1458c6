import { useLayoutEffect, type RefObject } from 'react';

/** Properties that `web/server/earlyForms.ts` sets on forms and fields of the server's HTML. */
interface EarlyForm extends HTMLFormElement {
  /** False until the form is hydrated; unset on forms rendered in the browser. */
  isTakenOver?: boolean;
  wasSubmitted?: boolean;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Replays events in a form from before it was hydrated: each changed field gets the events that
 * typing or choosing would have caused, then a held submit is sent once.
 */
export function useTakeOver(formRef: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const form = formRef.current as EarlyForm | null;
    if (form?.isTakenOver !== false) return;
    form.isTakenOver = true;
    const replays = [...form.elements].filter(isField).flatMap((field) => replayOf(field) ?? []);
    queueMicrotask(() => {
      for (const replay of replays) replay();
      // After the values are rendered.
      if (form.wasSubmitted) setTimeout(() => form.requestSubmit());
    });
  }, [formRef]);
}

const isField = (element: Element): element is Field =>
  element.matches('input:not([type=file]), select, textarea:not([aria-hidden])');

function replayOf(field: Field): (() => void) | undefined {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) {
    if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked))
      return;
    return () => {
      field.checked = field.defaultChecked;
      field.click();
    };
  }
  const initial = initialValue(field);
  const typed = (field as Field & { typed?: string }).typed ?? field.value;
  if (typed === initial) return;
  return () => {
    const caret = caretOf(field);
    field.value = initial;
    // With React's own setter, the value would count as known, and the event would be no change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed);
    if (caret) (field as HTMLInputElement).setSelectionRange(...caret);
    if (document.activeElement === field) field.dispatchEvent(bubbling('focusin'));
    field.dispatchEvent(bubbling('input'));
    field.dispatchEvent(bubbling('change'));
    if (document.activeElement !== field) field.dispatchEvent(bubbling('focusout'));
  };
}

const initialValue = (field: Field): string =>
  field instanceof HTMLSelectElement
    ? (([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ??
      '')
    : field.defaultValue;

/** Some kinds of inputs, such as email, have no caret that scripts can read. */
function caretOf(field: Field): [number, number] | undefined {
  if (field instanceof HTMLSelectElement) return undefined;
  const { selectionStart, selectionEnd } = field;
  return selectionStart === null || selectionEnd === null
    ? undefined
    : [selectionStart, selectionEnd];
}

const bubbling = (type: string): Event => new Event(type, { bubbles: true });
