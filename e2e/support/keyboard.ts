import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'

/**
 * Whether the focus is seen where it is: an outline, a shadow or a colour of its own on what has it or closely around
 * it, in the window.
 */
async function isFocusVisible(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement)) return false
    const box = element.getBoundingClientRect()
    if (box.bottom <= 0 || box.right <= 0 || box.top >= innerHeight || box.left >= innerWidth) return false
    // Items of a menu and options are shown by their ground, code by its caret and line.
    if (element.matches('[role^="menuitem"], [role="option"], [contenteditable], input, textarea')) return true
    // The edge of a panel is a line that is drawn over it.
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
  })
}

/**
 * Presses a key until the focus is where it should be: what a person without a mouse does. Each stop on the way has to
 * be seen.
 */
export async function focusByKeyboard(page: Page, target: Locator, key = 'Tab', most = 40): Promise<void> {
  await expect(target).toBeVisible()
  for (let pressed = 0; pressed < most; pressed++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press(key)
    // Menus and trees move the focus after the key was handled.
    await page.evaluate(
      () =>
        new Promise(resolve => {
          setTimeout(resolve, 0)
        }),
    )
    const name = await page.evaluate(
      () =>
        `${document.activeElement?.tagName} ${document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.slice(0, 40) ?? ''}`,
    )
    if (!name.startsWith('BODY')) expect.soft(await isFocusVisible(page), `focus is seen on ${name}`).toBe(true)
  }
  await expect(target, `reached with ${key}`).toBeFocused()
}
