import { page } from 'vitest/browser'

/** CSS pixels: a phone, or a window of 1280 at 400 % zoom (WCAG 1.4.10). What fits here fits at 200 % too. */
const narrow = 320
/** Sizes are watched and answered a frame later, at times by another size. */
const frames = 3
const nextFrame = (): Promise<void> => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)))

/** The innermost elements that reach over the edge of the window, as a developer finds them. */
function overTheEdge(): string[] {
  const { dir } = document.documentElement
  const over = [...document.body.querySelectorAll('*')].filter(element => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 0 && getComputedStyle(element).position !== 'fixed' && (dir === 'rtl' ? left < -0.5 : right > innerWidth + 0.5)
  })
  return over.filter(element => !over.some(other => other !== element && element.contains(other))).slice(0, 3).map(element => {
    const part = element.closest('[data-slot]')?.getAttribute('data-slot')
    return `<${element.localName}>${part ? ` in ${part}` : ''} “${(element.textContent ?? '').trim().slice(0, 40)}”`
  })
}

/**
 * A window of 320 pixels is never scrolled sideways: what needs both directions (a table, code, a map) scrolls in itself. The story
 * that was drawn and played stays as it is while its window shrinks, as when a reader zooms in. Throws with what is too wide.
 */
export async function reflows(): Promise<void> {
  const { innerWidth: width, innerHeight: height } = window
  if (width <= narrow) return
  try {
    await page.viewport(narrow, height)
    for (let frame = 0; frame < frames; frame++) await nextFrame()
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) throw new Error(`In a window of ${narrow} pixels this story is ${scrollWidth} wide: let it wrap or shrink, or scroll in itself.\n${overTheEdge().join('\n')}`)
  } finally {
    await page.viewport(width, height)
  }
}
