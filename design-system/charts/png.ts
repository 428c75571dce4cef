/** Presentation that comes from tokens and style sheets and would be lost outside the page. */
const inherited = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'stroke-linecap', 'opacity', 'fill-opacity', 'stroke-opacity'] as const

function withOwnColours(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [sources, targets] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')]
  sources.forEach((source, i) => {
    const style = getComputedStyle(source)
    for (const name of inherited) targets[i]?.setAttribute(name, style.getPropertyValue(name))
    targets[i]?.removeAttribute('class')
  })
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  // Letters are drawn afterwards: a picture of its own has no access to the typefaces of the page.
  for (const text of copy.querySelectorAll('text')) text.remove()
  return copy
}

async function drawSvg(context: CanvasRenderingContext2D, svg: SVGSVGElement, origin: { left: number; top: number }): Promise<void> {
  const box = svg.getBoundingClientRect()
  if (!(box.width > 0 && box.height > 0)) return
  const copy = withOwnColours(svg)
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

/** The picture of a plot with its title and sentence above, twice as fine as on the screen, on the ground of the theme in force. */
export async function plotPicture(plot: HTMLElement, title: string, summary: string): Promise<Blob> {
  const box = plot.getBoundingClientRect()
  const root = getComputedStyle(plot)
  const pad = 16
  const head = 48
  const canvas = document.createElement('canvas')
  const scale = 2
  canvas.width = (box.width + 2 * pad) * scale
  canvas.height = (box.height + head + 2 * pad) * scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.scale(scale, scale)
  const rootStyle = getComputedStyle(document.documentElement)
  context.fillStyle = rootStyle.getPropertyValue('--ds-surface').trim() || 'Canvas'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const rightToLeft = document.documentElement.dir === 'rtl'
  context.direction = rightToLeft ? 'rtl' : 'ltr'
  context.textAlign = 'start'
  const edge = rightToLeft ? box.width + pad : pad
  context.fillStyle = root.color
  context.font = `600 14px ${root.fontFamily}`
  context.fillText(title, edge, pad + 14, box.width)
  context.font = `400 12px ${root.fontFamily}`
  context.fillText(summary, edge, pad + 34, box.width)
  context.translate(pad, pad + head)
  // Cells of a heat map are elements of the page and say so.
  for (const cell of plot.querySelectorAll<HTMLElement>('[data-ink]')) {
    const place = cell.getBoundingClientRect()
    context.fillStyle = getComputedStyle(cell).backgroundColor
    context.fillRect(place.left - box.left, place.top - box.top, place.width, place.height)
    drawText(context, cell, cell.textContent ?? '', place.left - box.left + place.width / 2, place.top - box.top + place.height / 2)
  }
  for (const svg of plot.querySelectorAll('svg')) await drawSvg(context, svg, box)
  for (const text of plot.querySelectorAll('svg text')) {
    const place = text.getBoundingClientRect()
    drawText(context, text, text.textContent ?? '', place.left - box.left + place.width / 2, place.top - box.top + place.height / 2)
  }
  return new Promise((resolve, reject) => canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'))
}

/** Hands a file to the browser. */
export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
