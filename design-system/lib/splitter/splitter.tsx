import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../cn.ts'
import { keys } from '../keys.ts'

const step = 10
const largeStep = 50

export interface SplitterProps {
  /** Names the edge by what it changes: "Width of the list". */
  label: string
  /** Id of the pane whose size changes. */
  controls: string
  /** The axis along which the edge moves. */
  axis?: 'inline' | 'block'
  /** The side of the edge on which that pane is. */
  side: 'start' | 'end'
  /** Finds that pane. */
  paneOf: (splitter: HTMLElement) => HTMLElement | null
  /** The largest size of the pane in its present surroundings, in pixels. */
  limitOf: (pane: HTMLElement) => number
  size: number
  minSize: number
  collapsed?: boolean
  onSizeChange: (size: number) => void
  /** Enter: collapses the pane and restores it. */
  onToggle: () => void
  /** A double click: back to the size of the design. */
  onReset: () => void
  className?: string
}

/**
 * The edge between two panes, as a window splitter of the APG. Arrow keys move it by 10 px the way the eye sees it, Page
 * Up and Page Down change the size by 50, Home and End go to the limits, Enter collapses and restores.
 */
export function Splitter({
  label,
  controls,
  axis = 'inline',
  side,
  paneOf,
  limitOf,
  size,
  minSize,
  collapsed = false,
  onSizeChange,
  onToggle,
  onReset,
  className,
}: SplitterProps) {
  const intl = useIntl()
  const [limit, setLimit] = useState(Number.POSITIVE_INFINITY)
  const clamp = (value: number, max: number) => Math.max(minSize, Math.min(max, Math.round(value)))
  const isRtl = (element: Element) => getComputedStyle(element).direction === 'rtl'

  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const pane = paneOf(event.currentTarget)
    if (!pane || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      return onToggle()
    }
    const box = pane.getBoundingClientRect()
    const now = axis === 'inline' ? box.width : box.height
    const largest = limitOf(pane)
    const direction = isRtl(event.currentTarget) ? 'rtl' : 'ltr'
    const towardsEnd = axis === 'inline' ? keys.next(direction) : 'ArrowDown'
    const towardsStart = axis === 'inline' ? keys.previous(direction) : 'ArrowUp'
    const growth = side === 'start' ? step : -step
    const next: Record<string, number> = {
      [towardsEnd]: now + growth,
      [towardsStart]: now - growth,
      PageUp: now + largeStep,
      PageDown: now - largeStep,
      Home: minSize,
      End: largest,
    }
    const chosen = next[event.key]
    if (chosen === undefined) return
    event.preventDefault()
    setLimit(largest)
    onSizeChange(clamp(chosen, largest))
  }

  const pointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const pane = paneOf(event.currentTarget)
    if (!pane || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = pane.getBoundingClientRect()
    // The edge that does not move: that of the pane on the far side.
    const anchoredAtStart = side === 'start'
    const size =
      axis === 'block'
        ? anchoredAtStart
          ? event.clientY - box.top
          : box.bottom - event.clientY
        : anchoredAtStart !== isRtl(pane)
          ? event.clientX - box.left
          : box.right - event.clientX
    onSizeChange(clamp(size, limitOf(pane)))
  }

  const now = collapsed ? 0 : Math.min(Math.round(size), limit)
  return (
    // A focusable separator is a widget in ARIA (window splitter); the lint rule covers only the static one.
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- window splitter pattern
    <div
      role="separator"
      // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- window splitter pattern
      tabIndex={0}
      data-slot="splitter"
      aria-orientation={axis === 'inline' ? 'vertical' : 'horizontal'}
      aria-controls={controls}
      aria-label={label}
      aria-valuemin={collapsed ? 0 : minSize}
      aria-valuemax={Number.isFinite(limit) ? limit : Math.max(now, minSize)}
      aria-valuenow={now}
      aria-valuetext={
        collapsed
          ? intl.formatMessage({ id: 'DesignSystem.SplitPane.Collapsed' })
          : intl.formatMessage({ id: 'DesignSystem.SplitPane.Size' }, { size: now })
      }
      onFocus={event => {
        const pane = paneOf(event.currentTarget)
        if (pane) setLimit(limitOf(pane))
      }}
      onKeyDown={keyDown}
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={pointerMove}
      onDoubleClick={onReset}
      className={cn(
        'touch-none outline-none',
        axis === 'inline' ? 'cursor-col-resize' : 'cursor-row-resize',
        className,
      )}
    />
  )
}
