import type { Point } from '../model/geometry.ts'

interface GestureEvents {
  /** Whether something is at a point that can be dragged by itself. */
  grab: (at: Point) => boolean
  /** What was grabbed is at another point; `by`: since the last call. */
  drag: (by: Point) => void
  /** What was dragged is let go. */
  drop: () => void
  /** What was grabbed has not moved, and is let go: two fingers are put down one after the other. */
  cancel: () => void
  pan: (by: Point) => void
  /** Nearer or further, around a point. */
  zoom: (factor: number, around: Point) => void
  tap: (at: Point, extend: boolean) => void
  open: (at: Point) => void
}

/** Pixels that a pointer may move within a tap. */
const tapMoves = 4
/** Pixels of a wheel for ten times the size. */
const wheelTenfold = 500

/** Reads pointers and the wheel over a picture; returns the function that ends it. */
export function watchGestures(host: HTMLElement, events: GestureEvents): () => void {
  const pointers = new Map<number, Point>()
  let [moved, grabbed] = [false, false]
  let pressed: Point = { x: 0, y: 0 }
  const at = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = host.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const span = (): { length: number; middle: Point } => {
    const [a, b] = [...pointers.values()]
    if (!a || !b) return { length: 1, middle: a ?? pressed }
    return { length: Math.hypot(a.x - b.x, a.y - b.y), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } }
  }
  const release = () => {
    if (!grabbed) return
    if (moved) events.drop()
    else events.cancel()
    grabbed = false
  }
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return
    host.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, at(event))
    if (pointers.size > 1) {
      release()
      moved = true
      return
    }
    pressed = at(event)
    ;[moved, grabbed] = [false, events.grab(pressed)]
  }
  const move = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const now = at(event)
    if (pointers.size > 1) {
      const earlier = span()
      pointers.set(event.pointerId, now)
      const later = span()
      events.zoom(later.length / Math.max(1, earlier.length), later.middle)
      events.pan({ x: later.middle.x - earlier.middle.x, y: later.middle.y - earlier.middle.y })
      return
    }
    if (!moved && Math.hypot(now.x - pressed.x, now.y - pressed.y) < tapMoves) return
    const from = moved ? before : pressed
    moved = true
    pointers.set(event.pointerId, now)
    const by = { x: now.x - from.x, y: now.y - from.y }
    if (grabbed) events.drag(by)
    else events.pan(by)
  }
  const up = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return
    if (!moved && event.type === 'pointerup') {
      grabbed = false
      events.tap(at(event), event.shiftKey || event.ctrlKey || event.metaKey)
    } else release()
  }
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    events.zoom(10 ** ((-event.deltaY * lines) / wheelTenfold), at(event))
  }
  const open = (event: MouseEvent) => events.open(at(event))
  const controller = new AbortController()
  const { signal } = controller
  host.addEventListener('pointerdown', down, { signal })
  host.addEventListener('pointermove', move, { signal })
  host.addEventListener('pointerup', up, { signal })
  host.addEventListener('pointercancel', up, { signal })
  host.addEventListener('wheel', wheel, { signal, passive: false })
  host.addEventListener('dblclick', open, { signal })
  return () => controller.abort()
}
