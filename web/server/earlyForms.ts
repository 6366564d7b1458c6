/**
 * Runs before a form is hydrated. Stores typed text, since React may reset a prefilled textarea
 * during hydration, and holds back a submit. `useTakeOver` reads both.
 */
export const earlyFormsScript = [
  `const mark=()=>{for(const form of document.forms)form.isTakenOver??=false}`,
  `const isEarly=form=>{if(document.readyState==='loading')mark();return form?.isTakenOver===false}`,
  `addEventListener('DOMContentLoaded',mark)`,
  `addEventListener('input',({target})=>{if(isEarly(target.form))target.typed=target.value},true)`,
  `addEventListener('submit',event=>{const form=event.target;if(form.method!=='post'||!isEarly(form))return;event.preventDefault();event.stopPropagation();form.wasSubmitted=true},true)`,
].join(';');

/** For pages whose code fails to load: sends a held submit, and holds back no more. */
export const releaseFormsScript = `for(const form of document.forms)if(form.isTakenOver===false){form.isTakenOver=true;if(form.wasSubmitted)form.submit()}`;
