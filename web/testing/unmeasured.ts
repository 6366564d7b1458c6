// MUI measures each text area after each render. Nothing has a size in jsdom, where computing a style
// takes as long as rendering several fields; a width of 0 ends the measuring.
if (typeof window !== 'undefined') {
  const { getComputedStyle } = window;
  const unmeasured = document.createElement('textarea').style;
  unmeasured.width = '0px';
  window.getComputedStyle = (element, pseudo) =>
    element instanceof HTMLTextAreaElement ? unmeasured : getComputedStyle(element, pseudo);
}
