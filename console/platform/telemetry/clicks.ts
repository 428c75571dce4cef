import { clickTextLimit } from './constants.ts'

/** The report of a click. Never a value, an address or a name: only texts of the console itself. */
export interface Click {
  text: string
  element: string
}

const clickable =
  '[data-telemetry],button,a[href],summary,[role="button"],[role="link"],[role="tab"],[role="menuitem"],[role="menuitemradio"],' +
  '[role="menuitemcheckbox"],[role="option"],[role="switch"],[role="checkbox"],[role="radio"],[role="treeitem"]'

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * Name of a clicked element: its `data-telemetry`, else its accessible text if that is exactly a text of the console.
 * Texts with other content (names, ids, amounts, input) are not in the catalogue and are never sent.
 */
export function describeClick(target: Element, isOwnText: (text: string) => boolean): Click | null {
  const element = target.closest(clickable)
  if (!element) return null
  const named = element.getAttribute('data-telemetry')
  const spoken = tidy(element.getAttribute('aria-label') ?? element.textContent ?? '')
  const text = named ?? (isOwnText(spoken) ? spoken : '')
  return { text: text.slice(0, clickTextLimit), element: element.getAttribute('role') ?? element.localName }
}

/** The texts of a catalogue that are the same for everybody: those without arguments. */
export function ownTexts(messages: Readonly<Record<string, unknown>>): (text: string) => boolean {
  const texts = new Set<string>()
  for (const message of Object.values(messages)) {
    if (typeof message === 'string' && !/[{<]/.test(message)) texts.add(tidy(message))
    // Compiled form: one literal, type 0.
    else if (Array.isArray(message) && message.length === 1 && message[0]?.type === 0)
      texts.add(tidy(String(message[0].value)))
  }
  texts.delete('')
  return text => texts.has(text)
}

/** Reports every click in the document, before the page handles it. Returns the function that stops it. */
export function watchClicks(
  document: Document,
  isOwnText: (text: string) => boolean,
  onClick: (click: Click) => void,
): () => void {
  const listen = (event: MouseEvent) => {
    const click = event.target instanceof Element ? describeClick(event.target, isOwnText) : null
    if (click) onClick(click)
  }
  document.addEventListener('click', listen, { capture: true, passive: true })
  return () => document.removeEventListener('click', listen, { capture: true })
}
