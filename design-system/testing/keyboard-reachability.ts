const controls =
  'button, a[href], input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="link"], [role="checkbox"], [role="switch"], [role="radio"], [role="slider"], [role="combobox"], [role="tab"], [role="textbox"], [role="spinbutton"], [role="treeitem"]'

function isOperable(element: HTMLElement): boolean {
  if (element.closest('[inert], [aria-hidden="true"]') || element.matches(':disabled, [data-radix-focus-guard]'))
    return false
  return element.checkVisibility({ visibilityProperty: true })
}
const tabStops = (root: ParentNode) =>
  [...root.querySelectorAll<HTMLElement>('[tabindex], button, a[href], input, select, textarea, summary')].filter(
    element => element.tabIndex >= 0 && isOperable(element),
  )

/** The stop retains the focus and references the active item, which the component marks. */
const activeDescendant = '[aria-activedescendant]'

/**
 * Controls that no key reaches. Those of a menu get the focus when it opens; others may leave the Tab key to a
 * neighbour, whose arrows move to them.
 */
export function findUnreachableControls(root: ParentNode): string[] {
  const some = tabStops(root).length > 0
  return [...root.querySelectorAll<HTMLElement>(controls)]
    .filter(
      element =>
        isOperable(element) &&
        element.tabIndex < 0 &&
        !element.closest(`[role="menu"], ${activeDescendant}`) &&
        !(some && element.hasAttribute('tabindex')),
    )
    .map(({ outerHTML }) => outerHTML.slice(0, 160))
}

/** Styles that would show a focus: the outline and the borders of an element and of its pseudo-elements. */
const focusIndicator = (element: Element) =>
  [undefined, '::before', '::after']
    .map(part => {
      const { outlineStyle, outlineWidth, outlineColor, borderColor } = getComputedStyle(element, part)
      return [outlineStyle === 'none' ? '' : `${outlineWidth} ${outlineColor}`, borderColor].join()
    })
    .join()
const surroundingElements = (element: Element): Element[] => [
  ...(element.parentElement && element.parentElement !== document.body
    ? surroundingElements(element.parentElement)
    : []),
  element,
]

/** Tab stops without a visible focus: neither on them, nor around them, nor on their active item. */
export async function findStopsWithoutFocusRing(root: ParentNode): Promise<string[]> {
  const found: string[] = []
  for (const element of tabStops(root).slice(0, 5)) {
    ;(document.activeElement as HTMLElement | null)?.blur()
    const shows = () =>
      [...surroundingElements(element), ...element.querySelectorAll('*'), ...(element.parentElement?.children ?? [])]
        .map(focusIndicator)
        .join()
    const before = shows()
    element.focus()
    if (document.activeElement !== element || element.matches(activeDescendant)) continue
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)))
    if (shows() === before) found.push(element.outerHTML.slice(0, 160))
  }
  return found
}
