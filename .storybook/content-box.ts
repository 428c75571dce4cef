/** Space around the content of a cropped picture, in pixels. */
const margin = 16
const drawn = 'svg, img, canvas, input, textarea, select, video'

const isTransparent = (colour: string): boolean => colour === 'transparent' || /,\s*0\)$|\/\s*0\)$/.test(colour)

/** Whether the box of an element is seen: by its ground, a line or a shadow. */
function hasVisibleBox(element: Element): boolean {
  const style = getComputedStyle(element)
  const sides = ['top', 'bottom', 'left', 'right'] as const
  return (
    !isTransparent(style.backgroundColor) ||
    style.backgroundImage !== 'none' ||
    style.boxShadow !== 'none' ||
    (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) ||
    sides.some(
      side =>
        Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 &&
        !isTransparent(style.getPropertyValue(`border-${side}-color`)),
    )
  )
}

/** Whether a text is for screen readers alone: laid out as a whole in a box of one pixel, which cuts it off. */
const isForScreenReaders = (element: Element | null): boolean =>
  element !== null && (cutsOff(element) || isForScreenReaders(element.parentElement))
function cutsOff(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return (width <= 1 || height <= 1) && getComputedStyle(element).overflow !== 'visible'
}

/** The boxes of what an element paints itself: its text as it is set, and its own box. */
function paintedBoxes(element: Element): DOMRect[] {
  const texts = [...element.childNodes].filter(
    node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
  )
  const range = document.createRange()
  const boxes = texts.map(node => {
    range.selectNodeContents(node)
    return range.getBoundingClientRect()
  })
  return element.matches(drawn) || hasVisibleBox(element) ? [...boxes, element.getBoundingClientRect()] : boxes
}

/** The part of the page with content, with a margin; the whole page where nothing is painted. */
export function contentBox(height: number): { x: number; y: number; width: number; height: number } {
  // The frame of a story has a ground and the width of the window.
  const frame = document.querySelector('[data-story-frame]')
  const boxes = [...document.body.querySelectorAll('*')]
    .filter(
      element =>
        element !== frame &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        !isForScreenReaders(element),
    )
    .flatMap(paintedBoxes)
    // Some stories leave something outside the page, such as a text that was measured.
    .filter(box => box.width > 1 && box.height > 1 && box.right > 0 && box.bottom > 0)
  if (boxes.length === 0) return { x: 0, y: 0, width: innerWidth, height }
  const edge = (of: (box: DOMRect) => number, choose: (...values: number[]) => number) => choose(...boxes.map(of))
  const x = Math.max(0, Math.floor(edge(box => box.left, Math.min)) - margin)
  const y = Math.max(0, Math.floor(edge(box => box.top, Math.min)) - margin)
  return {
    x,
    y,
    width: Math.min(innerWidth, Math.ceil(edge(box => box.right, Math.max)) + margin) - x,
    height: Math.min(height, Math.ceil(edge(box => box.bottom, Math.max)) + margin) - y,
  }
}

/** An element over that part: a picture of it shows what is painted there. It takes no part in the layout. */
export function coverContent(height: number): HTMLElement {
  const box = contentBox(height)
  const cover = document.createElement('div')
  cover.ariaHidden = 'true'
  cover.style.cssText = `position:absolute;pointer-events:none;forced-color-adjust:none;left:${box.x}px;top:${box.y}px;width:${box.width}px;height:${box.height}px`
  document.body.append(cover)
  return cover
}
