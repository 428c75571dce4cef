import { page } from 'vitest/browser'

/** CSS pixels: a phone, or a window of 1280 at 400 % zoom (WCAG 1.4.10). Content that fits here also fits at 200 %. */
const narrowWidth = 320
/** Frames to wait: components observe sizes and react a frame later, sometimes with another change of size. */
const settleFrames = 3
const nextFrame = (): Promise<void> => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)))

/** Waits until the story has its final shape in a changed window. */
export async function settle(): Promise<void> {
  for (let frame = 0; frame < settleFrames; frame++) await nextFrame()
}

/** The innermost elements that extend over the edge of the window, described for a developer. */
function overflowingElements(): string[] {
  const { dir } = document.documentElement
  const over = [...document.body.querySelectorAll('*')].filter(element => {
    const { left, right, width } = element.getBoundingClientRect()
    return (
      width > 0 &&
      getComputedStyle(element).position !== 'fixed' &&
      (dir === 'rtl' ? left < -0.5 : right > innerWidth + 0.5)
    )
  })
  return over
    .filter(element => !over.some(other => other !== element && element.contains(other)))
    .slice(0, 3)
    .map(element => {
      const part = element.closest('[data-slot]')?.getAttribute('data-slot')
      return `<${element.localName}>${part ? ` in ${part}` : ''} “${(element.textContent ?? '').trim().slice(0, 40)}”`
    })
}

/** Shows the current story in another window size, runs a check, and restores the window. */
async function withViewport(width: number, height: number, ask: () => void | Promise<void>): Promise<void> {
  const before = { width: window.innerWidth, height: window.innerHeight }
  try {
    await page.viewport(width, height)
    await settle()
    await ask()
  } finally {
    await page.viewport(before.width, before.height)
  }
}

function assertNoOverflow(): void {
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth)
    throw new Error(
      `In a window of ${innerWidth} pixels this story is ${scrollWidth} wide: let it wrap or shrink, or scroll in itself.\n${overflowingElements().join('\n')}`,
    )
}

/** Minimum visible width of a field's text in pixels: about four letters. Less cannot be read while typing. */
const minFieldTextWidth = 32
const textFields =
  'input:not([type]), input[type="text"], input[type="search"], input[type="email"], input[type="url"], input[type="password"], textarea'

/** Fields that are too narrow for typing, although the page is not too wide. */
function narrowFields(): string[] {
  return [...document.querySelectorAll<HTMLElement>(textFields)]
    .filter(field => {
      const { width, height } = field.getBoundingClientRect()
      if (width < 2 || height < 2 || field.closest('[aria-hidden="true"]')) return false
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(field)
      return (
        field.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd) <
        minFieldTextWidth
      )
    })
    .map(
      field =>
        `“${field.getAttribute('aria-label') ?? field.closest('[data-slot]')?.getAttribute('data-slot') ?? field.id}”`,
    )
}

function assertReadable(): void {
  assertNoOverflow()
  const fields = narrowFields()
  if (fields.length > 0)
    throw new Error(
      `In a window of ${innerWidth} pixels these fields show fewer than ${minFieldTextWidth} pixels of their text: ${fields.join(', ')}. Let them wrap to a line of their own.`,
    )
}

/**
 * Asserts that a window of 320 pixels is never scrolled sideways: content that needs both directions (a table, code, a
 * map) scrolls inside. The rendered and played story stays mounted while its window shrinks, as when a reader zooms in.
 * Throws with the elements that are too wide, or too narrow to type in.
 */
export async function assertReflow(): Promise<void> {
  if (window.innerWidth > narrowWidth) await withViewport(narrowWidth, window.innerHeight, assertReadable)
}

/** The topmost dialog; popovers adjust their position themselves. */
const openDialog = () =>
  [...document.querySelectorAll<HTMLElement>('[data-slot="dialog"], [role="alertdialog"]')].at(-1)

/** Buttons of a dialog that cannot be scrolled into view, or are covered by another part of it. */
async function unreachableButtons(dialog: HTMLElement): Promise<string[]> {
  const lost: string[] = []
  for (const button of dialog.querySelectorAll<HTMLElement>('button, a[href]')) {
    if (button.closest('[inert], [aria-hidden="true"]') || button.getBoundingClientRect().width < 2) continue
    button.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    await nextFrame()
    const { left, top, width, height } = button.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    if (!there || !button.contains(there))
      lost.push(`“${(button.getAttribute('aria-label') ?? button.textContent ?? '').trim().slice(0, 40)}”`)
  }
  return lost
}

/**
 * Asserts a window of 1280 by 800 at 200 % zoom (WCAG 1.4.4), which is also low: a page is not scrolled sideways there,
 * and every button of an open dialog can be scrolled to. For other stories `assertReflow` covers everything.
 */
export async function assertZoom(isPage: boolean): Promise<void> {
  const dialog = openDialog()
  if (!isPage && !dialog) return
  await withViewport(640, 400, async () => {
    assertNoOverflow()
    const lost = dialog ? await unreachableButtons(dialog) : []
    if (lost.length > 0)
      throw new Error(
        `In a window of 640 by 400 pixels these buttons of the dialog cannot be reached: ${lost.join(', ')}. Let the dialog scroll.`,
      )
  })
}
