import { type PointerEvent, useState } from 'react'
import { boxOf, type Point } from '../model/geometry.ts'

export type SelectTool = 'box' | 'lasso'

interface LassoProps {
  tool: SelectTool
  onDone: (line: readonly Point[]) => void
}

/**
 * Covers the canvas while a line or box is drawn around nodes. Ctrl+A and Space in the picture or the list do the same
 * without a pointer.
 */
export function Lasso({ tool, onDone }: LassoProps) {
  const [line, setLine] = useState<readonly Point[]>([])
  const at = (event: PointerEvent<SVGSVGElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - box.x, y: event.clientY - box.y }
  }
  const first = line[0]
  const last = line.at(-1)
  const drawn = tool === 'box' && first && last ? boxOf(first, last) : line
  return (
    <svg
      aria-hidden
      data-slot="graph-lasso"
      className="absolute inset-0 size-full cursor-crosshair touch-none fill-accent stroke-accent forced-colors:fill-[Highlight] forced-colors:stroke-[Highlight]"
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setLine([at(event)])
      }}
      onPointerMove={event => {
        if (line.length > 0) setLine([...(tool === 'box' ? line.slice(0, 1) : line), at(event)])
      }}
      onPointerUp={() => {
        if (drawn.length > 2) onDone(drawn)
        setLine([])
      }}
      onPointerCancel={() => setLine([])}
    >
      {drawn.length > 1 ? (
        <polygon
          points={drawn.map(({ x, y }) => `${x},${y}`).join(' ')}
          fillOpacity={0.12}
          strokeWidth={1.5}
          strokeDasharray="4 3"
        />
      ) : null}
    </svg>
  )
}
