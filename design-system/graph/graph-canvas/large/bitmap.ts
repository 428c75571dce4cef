import type { View, ViewSize } from '../canvas/viewport.ts'
import type { Point } from '../model/geometry.ts'
import { createSlicedWork, type Steps } from './slices.ts'

/** What is painted beyond each side of the picture, as a part of its size: it shows while the picture is moved. */
const margin = 0.25

/** Paints what a view shows. The context is in the coordinates of the graph; `area`: the part of it that is painted. */
export type Paint = (context: CanvasRenderingContext2D, view: View, area: PaintedArea) => Steps
export interface PaintedArea {
  from: Point
  to: Point
}

/**
 * A layer of the picture: painted in slices on a canvas that is not shown yet, which then takes the place of the one
 * before. Meanwhile, and while somebody moves the picture, the old one is moved as a whole.
 */
export function createBitmap(
  host: HTMLElement,
  paint: Paint,
  onPainting: (running: boolean) => void = () => undefined,
) {
  const work = createSlicedWork()
  let [front, back] = [createLayer(), createLayer()]
  let view: View = { zoom: 1, pan: { x: 0, y: 0 } }
  let size: ViewSize = { width: 0, height: 0 }
  host.append(front.canvas, back.canvas)

  const show = ({ canvas, painted }: Layer) => {
    if (painted === null) return
    const scale = view.zoom / painted.view.zoom
    const x = view.pan.x - (painted.view.pan.x + painted.offset.x) * scale
    const y = view.pan.y - (painted.view.pan.y + painted.offset.y) * scale
    canvas.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
  }
  return {
    /** Moves what is painted to a view. */
    move(next: View) {
      view = next
      show(front)
    },
    /** Whether the view shows more than what is painted. */
    get isShort(): boolean {
      const { painted } = front
      if (painted === null || painted.view.zoom !== view.zoom) return true
      const [x, y] = [Math.abs(view.pan.x - painted.view.pan.x), Math.abs(view.pan.y - painted.view.pan.y)]
      return x > painted.offset.x || y > painted.offset.y
    },
    get isPainting(): boolean {
      return work.isRunning
    },
    resize(next: ViewSize) {
      size = next
    },
    /** Paints the view anew, and shows it as soon as it is complete. */
    repaint() {
      if (size.width === 0 || size.height === 0) return
      onPainting(true)
      const target = back
      // Several changes of one task prepare the canvas once, when its painting begins.
      work.start(paintOn(target, view, size, paint), () => {
        show(target)
        target.canvas.style.visibility = 'visible'
        front.canvas.style.visibility = 'hidden'
        ;[front, back] = [target, front]
        onPainting(false)
      })
    },
    destroy() {
      work.stop()
      front.canvas.remove()
      back.canvas.remove()
    },
  }
}

interface Layer {
  canvas: HTMLCanvasElement
  context: CanvasRenderingContext2D
  /** The view that is painted on it, and how far it goes beyond the picture. */
  painted: { view: View; offset: Point } | null
}

function createLayer(): Layer {
  const canvas = document.createElement('canvas')
  canvas.setAttribute('aria-hidden', 'true')
  Object.assign(canvas.style, {
    position: 'absolute',
    top: '0',
    left: '0',
    transformOrigin: '0 0',
    visibility: 'hidden',
    willChange: 'transform',
  })
  // On the processor: without a GPU a canvas is painted there in any case, and slices can be measured.
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser cannot paint on a canvas.')
  return { canvas, context, painted: null }
}

/**
 * Paints a view on a layer. A canvas paints when it is shown: reading a pixel makes it paint within each slice instead of
 * all at the end.
 */
function* paintOn(layer: Layer, view: View, size: ViewSize, paint: Paint): Steps {
  const { canvas, context } = layer
  const { zoom, pan } = view
  const offset = { x: Math.round(size.width * margin), y: Math.round(size.height * margin) }
  const [width, height] = [size.width + 2 * offset.x, size.height + 2 * offset.y]
  Object.assign(canvas, { width, height })
  layer.painted = { view, offset }
  context.setTransform(zoom, 0, 0, zoom, pan.x + offset.x, pan.y + offset.y)
  const from = { x: -(pan.x + offset.x) / zoom, y: -(pan.y + offset.y) / zoom }
  const steps = paint(context, view, { from, to: { x: from.x + width / zoom, y: from.y + height / zoom } })
  while (!steps.next().done) {
    context.getImageData(0, 0, 1, 1)
    yield
  }
  context.getImageData(0, 0, 1, 1)
}
