import { act, render } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { followTranslations } from './translatedPages.ts';

beforeAll(followTranslations);

/** Replaces texts as Chromium does: by two nested elements, once observers have run. */
async function translate(root: Element): Promise<void> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.tagName === 'FONT') continue;
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    inner.textContent = `<${text.data}>`;
    text.replaceWith(outer);
  }
  await act(async () => undefined);
}

function Count({ shown, total, note }: { shown: number; total: number; note?: string }) {
  return (
    <p>
      {note}
      Showing {shown} of <b>{total}</b>
      {note && ' at most'}
    </p>
  );
}

describe('A translated page', () => {
  it('shows what has changed, and keeps the translation of the rest', async () => {
    const { container, rerender } = render(<Count shown={12} total={52} />);
    await translate(container);
    expect(container).toHaveTextContent('<Showing ><12>< of ><52>');
    rerender(<Count shown={24} total={52} />);
    await act(async () => undefined);
    expect(container).toHaveTextContent('<Showing >24< of ><52>');
    await translate(container);
    rerender(<Count shown={36} total={49} />);
    await act(async () => undefined);
    expect(container).toHaveTextContent('<Showing >36< of >49');
  });

  it('goes on to add and remove texts and whole parts', async () => {
    const { container, rerender } = render(<Count shown={12} total={52} note="About: " />);
    await translate(container);
    rerender(<Count shown={12} total={52} />);
    expect(container).toHaveTextContent('<Showing ><12>< of ><52>');
    rerender(<Count shown={12} total={52} note="About: " />);
    expect(container).toHaveTextContent('About: Showing <12>< of ><52> at most');
    await translate(container);
    rerender(<></>);
    expect(container).toBeEmptyDOMElement();
  });

  it('keeps texts in place that a translation has only wrapped', async () => {
    const { container, rerender } = render(<Count shown={12} total={52} note="About: " />);
    for (const text of [...(container.querySelector('p')?.childNodes ?? [])]) {
      if (!(text instanceof Text)) continue;
      const wrapper = document.createElement('font');
      text.replaceWith(wrapper);
      wrapper.append(text);
    }
    await act(async () => undefined);
    rerender(<Count shown={24} total={52} />);
    await act(async () => undefined);
    expect(container).toHaveTextContent(/^Showing 24 of 52$/);
  });
});
