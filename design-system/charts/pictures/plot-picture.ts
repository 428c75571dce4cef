/** Presentation from tokens and style sheets, which would be lost outside the page. */
const inlinedProperties = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'opacity',
  'fill-opacity',
  'stroke-opacity',
] as const

function inlineStyles(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [sources, targets] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')]
  sources.forEach((source, i) => {
    const style = getComputedStyle(source)
    for (const name of inlinedProperties) targets[i]?.setAttribute(name, style.getPropertyValue(name))
    targets[i]?.removeAttribute('class')
  })
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  // Text is drawn afterwards: a serialised SVG has no access to the typefaces of the page.
  for (const text of copy.querySelectorAll('text')) text.remove()
  return copy
}

async function drawSvg(
  context: CanvasRenderingContext2D,
  svg: SVGSVGElement,
  origin: { left: number; top: number },
): Promise<void> {
  const box = svg.getBoundingClientRect()
  if (!(box.width > 0 && box.height > 0)) return
  const copy = inlineStyles(svg)
  copy.setAttribute('width', String(box.width))
  copy.setAttribute('height', String(box.height))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  context.drawImage(image, box.left - origin.left, box.top - origin.top)
}

function drawText(context: CanvasRenderingContext2D, element: Element, text: string, x: number, y: number): void {
  const style = getComputedStyle(element)
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  context.fillStyle = element instanceof SVGElement ? style.fill : style.color
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  context.fillText(text, x, y)
}

/** Draws a box with its text, a line that is a border, or a dot. */
function drawElement(
  context: CanvasRenderingContext2D,
  element: HTMLElement,
  origin: { left: number; top: number },
): void {
  const place = element.getBoundingClientRect()
  const style = getComputedStyle(element)
  const [left, top] = [place.left - origin.left, place.top - origin.top]
  context.fillStyle = element.dataset.ink === 'line' ? style.borderInlineStartColor : style.backgroundColor
  if (element.dataset.ink === 'dot') {
    context.beginPath()
    context.arc(left + place.width / 2, top + place.height / 2, place.width / 2 - 2, 0, 2 * Math.PI)
    context.fill()
  } else {
    context.fillRect(left, top, place.width, place.height)
    drawText(context, element, element.textContent ?? '', left + place.width / 2, top + place.height / 2)
  }
}

/** Height of a line of the summary, in pixels. */
const lineHeight = 16

/** Returns the lines of a text that are at most so many pixels wide; a longer word has a line of its own. */
function wrapText(canvas: HTMLCanvasElement, text: string, font: string, width: number): string[] {
  const context = canvas.getContext('2d')
  if (!context) return [text]
  context.font = font
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || context.measureText(`${last} ${word}`).width > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/**
 * Draws a plot with its title and summary above, at twice the resolution of the screen, on the background of its
 * theme. Nothing of it is transparent.
 */
export async function drawPlot(plot: HTMLElement, title: string, summary: string): Promise<HTMLCanvasElement> {
  const box = plot.getBoundingClientRect()
  const root = getComputedStyle(plot)
  const pad = 16
  // Beside the title where there is room, else a row of its own.
  const legend = plot.closest('[data-slot="chart-frame"]')?.querySelector('[data-slot="chart-legend"]') ?? null
  const names = [...(legend?.children ?? [])].map(entry => entry.getBoundingClientRect())
  const key =
    names.length === 0
      ? undefined
      : {
          left: Math.min(...names.map(name => name.left)),
          right: Math.max(...names.map(name => name.right)),
          top: Math.min(...names.map(name => name.top)),
          bottom: Math.max(...names.map(name => name.bottom)),
        }
  const beside = key !== undefined && key.right - key.left < box.width / 2
  const canvas = document.createElement('canvas')
  const summaryFont = `400 12px ${root.fontFamily}`
  const summaryLines = wrapText(canvas, summary, summaryFont, box.width)
  const head = 48 + (summaryLines.length - 1) * lineHeight + (key === undefined || beside ? 0 : key.bottom - key.top)
  const scale = 2
  canvas.width = (box.width + 2 * pad) * scale
  canvas.height = (box.height + head + 2 * pad) * scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.scale(scale, scale)
  context.fillStyle = root.getPropertyValue('--ds-surface').trim() || 'Canvas'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const rightToLeft = document.documentElement.dir === 'rtl'
  context.direction = rightToLeft ? 'rtl' : 'ltr'
  context.textAlign = 'start'
  const edge = rightToLeft ? box.width + pad : pad
  context.fillStyle = root.color
  context.font = `600 14px ${root.fontFamily}`
  context.fillText(title, edge, pad + 14, box.width)
  context.font = summaryFont
  for (const [index, line] of summaryLines.entries()) context.fillText(line, edge, pad + 34 + index * lineHeight)
  context.translate(pad, pad + head)
  if (legend && key) {
    const side = rightToLeft === beside ? key.left : key.right - box.width
    const origin = { left: side, top: key.top + (beside ? head - 4 : key.bottom - key.top) }
    for (const svg of legend.querySelectorAll('svg')) await drawSvg(context, svg, origin)
    for (const name of legend.querySelectorAll('bdi')) {
      const place = name.getBoundingClientRect()
      drawText(
        context,
        name,
        name.textContent ?? '',
        place.left - origin.left + place.width / 2,
        place.top - origin.top + place.height / 2,
      )
    }
  }
  // Icons of buttons are no part of the picture.
  for (const svg of plot.querySelectorAll('svg')) if (!svg.closest('button')) await drawSvg(context, svg, box)
  for (const text of plot.querySelectorAll('svg text')) {
    const place = text.getBoundingClientRect()
    drawText(
      context,
      text,
      text.textContent ?? '',
      place.left - box.left + place.width / 2,
      place.top - box.top + place.height / 2,
    )
  }
  // Cells of a heat map and handles are HTML elements; each declares how it is drawn.
  for (const element of plot.querySelectorAll<HTMLElement>('[data-ink]')) drawElement(context, element, box)
  return canvas
}

/**
 * Draws a plot as `drawPlot` does, but in the light theme, as for paper: from a copy out of sight, so that the page does
 * not flash.
 */
export async function drawPlotForPaper(plot: HTMLElement, title: string, summary: string): Promise<HTMLCanvasElement> {
  const frame = plot.closest<HTMLElement>('[data-slot="chart-frame"]') ?? plot
  const { width, height } = frame.getBoundingClientRect()
  const paper = document.createElement('div')
  paper.dataset.theme = 'light'
  paper.inert = true
  Object.assign(paper.style, {
    position: 'fixed',
    insetBlockStart: '0',
    insetInlineStart: '-200vw',
    inlineSize: `${width}px`,
    blockSize: `${height}px`,
    color: 'var(--ds-text)',
  })
  const copy = frame.cloneNode(true) as HTMLElement
  paper.append(copy)
  document.body.append(paper)
  try {
    const place = [...frame.querySelectorAll('*')].indexOf(plot)
    const copied = place === -1 ? copy : copy.querySelectorAll<HTMLElement>('*')[place]
    return await drawPlot(copied ?? copy, title, summary)
  } finally {
    paper.remove()
  }
}

/** Returns a drawn plot as a PNG file. */
export const toPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
