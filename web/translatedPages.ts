/**
 * Lets React change a page that the browser has translated. A translation replaces each text by
 * elements of its own, while React changes and removes its original text: the page would keep the
 * old value, and a removal would fail and break the page. So the original text returns before React
 * moves or removes it, and after React has changed it. The browser then translates it again.
 */
export function followTranslations(): void {
  const translations = new WeakMap<Node, HTMLElement>();
  const restore = (text: Node): void => {
    translations.get(text)?.replaceWith(text);
    translations.delete(text);
  };
  const changes = new MutationObserver((records) =>
    records.forEach(({ target }) => restore(target)),
  );
  new MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling } of records) {
      const translation = [...addedNodes, previousSibling].find(isTranslation);
      if (!translation) continue;
      for (const text of removedNodes) {
        const isReplaced = !text.isConnected || translation.contains(text);
        if (!(text instanceof Text) || !isReplaced) continue;
        translations.set(text, translation);
        changes.observe(text, { characterData: true });
      }
    }
  }).observe(document.body, { childList: true, subtree: true });

  const { appendChild, insertBefore, removeChild } = Node.prototype;
  Node.prototype.appendChild = function <Child extends Node>(this: Node, child: Child): Child {
    restore(child);
    return appendChild.call(this, child) as Child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    restore(child);
    if (next) restore(next);
    return insertBefore.call(this, child, next) as Child;
  };
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    restore(child);
    return removeChild.call(this, child) as Child;
  };
}

/** Chromium and Edge translate into <font> elements, which our pages never use. */
const isTranslation = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.tagName === 'FONT';
