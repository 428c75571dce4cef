import { textScale } from '../../../lib/text-scale/text-scale.ts'
import type { GraphEngine, GraphEngineEvents, GraphHighlights } from '../canvas/graph-engine.ts'
import { createGraphStyles, type GraphStyles } from '../canvas/graph-style.ts'
import { fittedView, labelSizeAt, shiftIntoView, type View, type ViewInsets, zoomLimits } from '../canvas/viewport.ts'
import { watchTheme } from '../canvas/watch-theme.ts'
import { type Point, pointIn } from '../model/geometry.ts'
import { createBitmap, type Paint, type PaintedArea } from './bitmap.ts'
import { watchGestures } from './gestures.ts'
import { isStep, paintHighlights, stepsOf } from './highlights.ts'
import { createImages } from './images.ts'
import { type PaintOptions, paintEdges, paintEdgeTexts, paintNodes } from './paint.ts'
import { createPicture, type PicturedEdge, type PicturedNode } from './picture.ts'
import type { Steps } from './slices.ts'

/** Milliseconds without a movement after which the picture is painted for the new view. */
const still = 120
/** Side of the largest exported picture, in pixels. */
const longestSide = 8000

/**
 * The rendering half for a picture of thousands of elements. It is painted once, in slices, and then moved as a whole: a
 * renderer that draws every element in every frame would keep a page without a GPU from reacting.
 */
export function createLargeEngine(host: HTMLElement, insets: () => ViewInsets, events: GraphEngineEvents): GraphEngine {
  const picture = createPicture()
  const images = createImages(() => repaint())
  let styles: GraphStyles
  let view: View = { zoom: 1, pan: { x: 0, y: 0 } }
  let fitted = true
  let marks: GraphHighlights = {
    current: null,
    selected: new Set(),
    edge: null,
    path: null,
    pinned: new Set(),
    faded: new Set(),
  }
  let dragged: string | null = null
  let destroyed = false
  let timer: ReturnType<typeof setTimeout>

  const toPicture = ({ x, y }: Point): Point => ({ x: (x - view.pan.x) / view.zoom, y: (y - view.pan.y) / view.zoom })
  const toScreen = ({ x, y }: Point): Point => ({ x: x * view.zoom + view.pan.x, y: y * view.zoom + view.pan.y })
  const sizeOf = () => ({ width: host.clientWidth, height: host.clientHeight })

  function optionsOf(zoom: number, area: PaintedArea): PaintOptions {
    const { path, faded, pinned } = marks
    const way = new Set(path ?? [])
    const steps = stepsOf(path)
    const isFaded = ({ source, target }: PicturedEdge) => faded.has(source.id) || faded.has(target.id)
    return {
      styles,
      zoom,
      area,
      labelSize: labelSizeAt(zoom) * textScale(),
      isPinned: id => pinned.has(id),
      isPale: id => faded.has(id) || (path !== null && !way.has(id)),
      isEdgePale: edge => isFaded(edge) || (path !== null && !isStep(steps, edge)),
      imageOf: images.of,
    }
  }
  const paintAll: Paint = function* (context, { zoom }, area): Steps {
    const options = optionsOf(zoom, area)
    yield* paintEdges(context, picture.edges, options)
    yield* paintEdgeTexts(context, picture.edges, options)
    yield* paintNodes(context, picture.nodes.values(), options)
  }
  const scene = createBitmap(host, paintAll, running => {
    host.ariaBusy = String(running)
    if (!running && scene.isShort) scene.repaint()
  })
  const overlay = createBitmap(host, (context, { zoom }, area) =>
    paintHighlights(context, picture, { ...marks, dragged }, optionsOf(zoom, area)),
  )
  const layers = [scene, overlay]
  const repaint = () => {
    for (const layer of layers) layer.repaint()
  }
  /** Shows another view: at once by moving what is painted, then as it is from there. */
  function show(next: View) {
    view = next
    for (const layer of layers) layer.move(view)
    if (scene.isShort && !scene.isPainting) scene.repaint()
    clearTimeout(timer)
    timer = setTimeout(repaint, still)
  }
  const panBy = ({ x, y }: Point) => show({ ...view, pan: { x: view.pan.x + x, y: view.pan.y + y } })
  function zoomAround(factor: number, around: Point) {
    fitted = false
    const zoom = Math.min(zoomLimits.max, Math.max(zoomLimits.min, view.zoom * factor))
    const fixed = toPicture(around)
    show({ zoom, pan: { x: around.x - fixed.x * zoom, y: around.y - fixed.y * zoom } })
  }
  function fit() {
    fitted = true
    const next = fittedView(picture.nodes.values(), sizeOf(), insets())
    if (next !== null) view = next
    for (const layer of layers) layer.move(view)
    repaint()
  }
  const restyle = () => {
    styles = createGraphStyles(host, true, labelSizeAt(view.zoom))
    repaint()
  }
  styles = createGraphStyles(host, true, labelSizeAt(1))
  // A canvas does not wait for fonts as text on a page does.
  if (document.fonts.status !== 'loaded')
    void document.fonts.ready.then(() => {
      if (!destroyed) restyle()
    })
  const endTheme = watchTheme(restyle)
  const sizes = new ResizeObserver(() => {
    for (const layer of layers) layer.resize(sizeOf())
    if (fitted) fit()
    else repaint()
  })
  for (const layer of layers) layer.resize(sizeOf())
  sizes.observe(host)
  host.style.touchAction = 'none'

  const endGestures = watchGestures(host, {
    grab: at => {
      dragged = picture.nodeAt(toPicture(at))?.id ?? null
      return dragged !== null
    },
    drag: by => {
      const node = dragged === null ? undefined : picture.nodes.get(dragged)
      if (!node) return
      picture.place(new Map([[node.id, { x: node.x + by.x / view.zoom, y: node.y + by.y / view.zoom }]]))
      if (!overlay.isPainting) overlay.repaint()
    },
    drop: () => {
      const node = dragged === null ? undefined : picture.nodes.get(dragged)
      dragged = null
      repaint()
      if (node) events.onDrop(node.id, { x: node.x, y: node.y })
    },
    cancel: () => {
      dragged = null
    },
    pan: by => {
      fitted = false
      panBy(by)
    },
    zoom: zoomAround,
    tap: (at, extend) => {
      dragged = null
      const place = toPicture(at)
      const node = picture.nodeAt(place)
      const edge = node ? undefined : picture.edgeAt(place, view.zoom)
      if (edge) events.onEdgeTap(edge.key)
      else events.onTap(node?.id ?? null, extend)
    },
    open: at => {
      const node = picture.nodeAt(toPicture(at))
      if (node) events.onOpen(node.id)
    },
  })

  let drawn: { nodes: unknown; edges: unknown; lookOf: unknown } = { nodes: null, edges: null, lookOf: null }
  return {
    draw(nodes, edges, places, texts) {
      if (drawn.nodes === nodes && drawn.edges === edges && drawn.lookOf === texts.lookOf) return
      drawn = { nodes, edges, lookOf: texts.lookOf }
      picture.set(nodes, edges, places, texts)
      repaint()
    },
    place(places) {
      picture.place(places)
      repaint()
    },
    mark(wanted) {
      const isPainted =
        marks.path === wanted.path && marks.faded === wanted.faded && sameIds(marks.pinned, wanted.pinned)
      marks = wanted
      if (isPainted) overlay.repaint()
      else repaint()
    },
    fit,
    zoom(factor) {
      const { width, height } = sizeOf()
      zoomAround(factor, { x: width / 2, y: height / 2 })
    },
    reveal(id) {
      const node = picture.nodes.get(id)
      if (!node) return
      const shift = shiftIntoView(toScreen(node), sizeOf())
      // What was moved into view stays there when the size changes.
      if (shift.x !== 0 || shift.y !== 0) fitted = false
      panBy(shift)
    },
    places: () => [...picture.nodes.values()].map(({ id, x, y }) => ({ id, x, y })),
    within: line => [...picture.nodes.values()].flatMap(node => (pointIn(line, toScreen(node)) ? [node.id] : [])),
    async png() {
      await images.load([...picture.nodes.values()].map(node => pictureUrl(styles, node, marks.pinned)))
      const canvas = document.createElement('canvas')
      const whole = fittedView(
        picture.nodes.values(),
        { width: longestSide, height: longestSide },
        { left: 0, right: 0 },
      )
      const zoom = Math.min(1, whole?.zoom ?? 1)
      const all = [...picture.nodes.values()]
      const extent = (axis: 'x' | 'y', pick: (a: number, b: number) => number) =>
        all.reduce((most, node) => pick(most, node[axis]), all[0]?.[axis] ?? 0)
      const from = { x: extent('x', Math.min) - fileMargin, y: extent('y', Math.min) - fileMargin }
      const to = { x: extent('x', Math.max) + fileMargin, y: extent('y', Math.max) + fileMargin }
      canvas.width = Math.ceil((to.x - from.x) * zoom)
      canvas.height = Math.ceil((to.y - from.y) * zoom)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('This browser cannot paint on a canvas.')
      context.fillStyle = styles.paints.canvas
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.setTransform(zoom, 0, 0, zoom, -from.x * zoom, -from.y * zoom)
      for (const _ of paintAll(context, { zoom, pan: { x: 0, y: 0 } }, { from, to })) await nextTask()
      return new Promise((resolve, reject) => {
        canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))))
      })
    },
    destroy() {
      destroyed = true
      clearTimeout(timer)
      endGestures()
      endTheme()
      sizes.disconnect()
      images.stop()
      for (const layer of layers) layer.destroy()
    },
  }
}

/** Around an exported picture. */
const fileMargin = 80
const nextTask = () => new Promise<void>(resolve => setTimeout(resolve))
const sameIds = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every(id => b.has(id))
const pictureUrl = (styles: GraphStyles, { kind, look, id }: PicturedNode, pinned: ReadonlySet<string>): string =>
  String(styles.dataOf(kind, look, pinned.has(id)).picture)
