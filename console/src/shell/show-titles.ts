import classes from './Titles.module.css';

const gap = 6;

/**
 * Shows the title of an element to those without a pointer that hovers: of what gets the focus by keyboard, and of what is
 * tapped and does nothing else.
 * @returns stops it
 */
export function showTitles(): () => void {
  const tip = document.createElement('div');
  tip.className = classes.tip ?? '';
  // Assistive technology reads the title itself.
  tip.ariaHidden = 'true';

  const hide = () => tip.remove();
  const show = (element: Element | null | undefined) => {
    const title = element?.getAttribute('title')?.trim();
    if (!element || !title || title === element.textContent.trim()) return;
    // Not as text of the page: it stands there already, as an attribute.
    tip.dataset['title'] = title;
    document.body.append(tip);
    const { left, top, bottom } = element.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = tip;
    const { clientWidth, clientHeight } = document.documentElement;
    const isBelow = bottom + gap + height <= clientHeight;
    tip.style.left = `${Math.max(gap, Math.min(left, clientWidth - width - gap))}px`;
    tip.style.top = `${isBelow ? bottom + gap : Math.max(gap, top - gap - height)}px`;
  };

  const control = new AbortController();
  const listen = <Name extends keyof DocumentEventMap>(
    name: Name,
    handle: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, handle, { capture: true, signal: control.signal });
  listen('focusin', ({ target }) => {
    hide();
    if (target instanceof Element && target.matches(':focus-visible'))
      show(target.closest('[title]'));
  });
  listen('click', (event) => {
    const { target } = event;
    const isTap = 'pointerType' in event && event.pointerType === 'touch';
    if (!isTap || !(target instanceof Element) || target.closest('a, button, label')) return;
    show(target.closest('[title]'));
  });
  for (const name of ['focusout', 'pointerdown', 'scroll'] as const) listen(name, hide);
  listen('keydown', ({ key }) => key === 'Escape' && hide());
  return () => {
    control.abort();
    hide();
  };
}
