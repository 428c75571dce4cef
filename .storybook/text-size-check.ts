import { settle } from './reflow-check.ts'

/** What a person operates or looks up: the text inside must not be lost when it grows. */
const readParts = [
  'button',
  'a[href]',
  'th',
  'td',
  'time',
  ...['tab', 'radio', 'menuitem', 'option', 'treeitem', 'gridcell', 'rowheader', 'columnheader'].map(
    role => `[role="${role}"]`,
  ),
  ...['badge', 'decision-badge', 'status-badge', 'copyable-id', 'tag'].map(slot => `[data-slot="${slot}"]`),
].join(', ')
/** Paths of several names: they give way to what is beside them, and are whole in their menu. */
const givesWay = '[data-slot="environment-switcher"], [data-slot="breadcrumbs"]'
/** Pixels by which glyphs may extend over a box: the line of a text is higher than its letters. */
const tolerance = 2

const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip'

/** Whether a box around a text cuts it off, or the control around it is too low for it. */
function isClipped(text: Text, part: Element): boolean {
  const range = document.createRange()
  range.selectNodeContents(text)
  const letters = range.getBoundingClientRect()
  if (letters.width === 0) return false
  let [inline, block] = [true, true]
  for (let box = text.parentElement; box !== null && box !== document.body; box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box)
    const { left, right, top, bottom, width, height } = box.getBoundingClientRect()
    // Texts for screen readers only are one pixel wide.
    if (width <= 1 || height <= 1) return false
    const wider = letters.left < left - tolerance || letters.right > right + tolerance
    const higher = letters.top < top - tolerance || letters.bottom > bottom + tolerance
    if (inline && wider && cuts(overflowX)) return true
    if (block && higher && (cuts(overflowY) || box === part)) return true
    // What scrolls loses nothing.
    inline &&= overflowX !== 'auto' && overflowX !== 'scroll'
    block &&= overflowY !== 'auto' && overflowY !== 'scroll'
  }
  return false
}

/** The texts of controls and cells that are cut off. Rows may be drawn anew: a text is itself, not its node. */
function clippedTexts(): Set<string> {
  const found = new Set<string>()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const part = node.parentElement?.closest(readParts)
    const words = (node as Text).data.trim()
    if (part && words !== '' && !part.closest(givesWay) && !found.has(words) && isClipped(node as Text, part))
      found.add(words)
  }
  return found
}

/**
 * Asserts that text of twice the usual size (WCAG 1.4.4) is not cut off in controls and cells: their heights, icons and
 * columns grow with it. What is cut off at the usual size, too, is meant.
 */
export async function assertLargeText(): Promise<void> {
  const { style } = document.documentElement
  const before = clippedTexts()
  try {
    style.fontSize = '200%'
    await settle()
    const lost = [...clippedTexts()].filter(text => !before.has(text))
    if (lost.length > 0)
      throw new Error(
        `At a text size of 200 % these texts are cut off: ${lost
          .slice(0, 5)
          .map(text => `“${text.slice(0, 40)}”`)
          .join(', ')}. Give their boxes sizes in rem, or let them wrap.`,
      )
  } finally {
    style.fontSize = ''
  }
}
