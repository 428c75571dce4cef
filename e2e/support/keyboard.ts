import type { ElementHandle, Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'

type Wanted = ElementHandle<HTMLElement | SVGElement>

const isFocused = (wanted: Wanted): Promise<boolean> => wanted.evaluate(element => element === document.activeElement)

/** Waits until the element exists. */
const findElement = (target: Locator) => target.elementHandle() as Promise<Wanted>

/**
 * Position of the focus after a key, whether it is visible there, and whether the wanted element is still on the page:
 * all in one call, because there are hundreds of keys. Visible means an outline, a shadow or a distinct colour on the
 * focused element or closely around it, in the window.
 */
async function readFocus(page: Page, wanted: Wanted) {
  return page.evaluate(async target => {
    // Menus and trees move the focus after the key event.
    await new Promise(resolve => {
      setTimeout(resolve, 0)
    })
    const isVisible = (element: Element | null): boolean => {
      if (!(element instanceof HTMLElement)) return false
      const box = element.getBoundingClientRect()
      if (box.bottom <= 0 || box.right <= 0 || box.top >= innerHeight || box.left >= innerWidth) return false
      // Items of a menu and options are marked by their background, code by its caret and line.
      if (element.matches('[role^="menuitem"], [role="option"], [contenteditable], input, textarea')) return true
      // The edge of a panel is a line drawn over it.
      const line = getComputedStyle(element, '::after')
      if (
        element.matches('[role="separator"]') &&
        Number.parseFloat(line.borderInlineStartWidth) > 0 &&
        !/(, 0|transparent)\)?$/.test(line.borderInlineStartColor)
      )
        return true
      for (let part: Element | null = element, step = 0; part && step < 3; part = part.parentElement, step++) {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part)
        if ((outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none') return true
      }
      return false
    }
    const focused = document.activeElement
    return {
      reached: focused === target,
      replaced: !target.isConnected,
      name: `${focused?.tagName} ${focused?.getAttribute('aria-label') ?? focused?.textContent?.slice(0, 40) ?? ''}`,
      visible: isVisible(focused),
    }
  }, wanted)
}

/**
 * Presses a key until the focus is on the target, like a user without a mouse. Every focused element on the way must be
 * visible.
 */
export async function focusByKeyboard(page: Page, target: Locator, key = 'Tab', most = 40): Promise<void> {
  await expect(target).toBeVisible()
  let wanted = await findElement(target)
  if (await isFocused(wanted)) return
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press(key)
    const { reached, replaced, name, visible } = await readFocus(page, wanted)
    if (!name.startsWith('BODY')) expect.soft(visible, `focus is seen on ${name}`).toBe(true)
    if (reached) return
    if (replaced) {
      wanted = await findElement(target)
      if (await isFocused(wanted)) return
    }
  }
  await expect(target, `reached with ${key}`).toBeFocused()
}
