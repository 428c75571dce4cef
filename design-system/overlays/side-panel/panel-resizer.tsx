import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useIntl } from 'react-intl'
import { useControllable } from '../../lib/use-controllable.ts'
import { belowLg, useMediaQuery } from '../media-query/use-media-query.ts'

const minWidth = 320
const maxWidth = 800
const defaultWidth = 400
const step = 10

/** Maximum width of a panel: half of its container. */
const widthLimit = (panel: Element | null | undefined) => {
  const room = panel?.parentElement?.getBoundingClientRect().width ?? maxWidth * 2
  return Math.max(minWidth, Math.min(maxWidth, Math.floor(room / 2)))
}
const clamp = (width: number, limit: number) => Math.min(limit, Math.max(minWidth, Math.round(width)))

interface PanelResizerProps {
  /** Id of the panel that the separator resizes. */
  controls: string
  width: number | undefined
  onWidthChange: (width: number | undefined) => void
}

interface PanelWidth {
  width: number | undefined
  onWidthChange: ((width: number | undefined) => void) | undefined
}

/** Width chosen by the reader; `undefined` while the token applies. */
export function usePanelWidth({ width, onWidthChange }: PanelWidth) {
  return useControllable<number | undefined>({ value: width, defaultValue: undefined, onValueChange: onWidthChange })
}

/**
 * The inline-start edge of a docked panel. Arrow keys move it by 10 px in the visual direction; Home and End jump to
 * the limits.
 */
export function PanelResizer({ controls, width, onWidthChange }: PanelResizerProps) {
  const intl = useIntl()
  const narrowPage = useMediaQuery(belowLg)
  const [limit, setLimit] = useState(maxWidth)
  const isRtl = (element: Element) => getComputedStyle(element).direction === 'rtl'

  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const panel = event.currentTarget.parentElement
    const now = panel?.getBoundingClientRect().width ?? defaultWidth
    const largest = widthLimit(panel)
    // The edge is at the inline start: moving it towards the start widens the panel.
    const towardsStart = isRtl(event.currentTarget) ? 'ArrowRight' : 'ArrowLeft'
    const towardsEnd = isRtl(event.currentTarget) ? 'ArrowLeft' : 'ArrowRight'
    const next: Record<string, number> = {
      [towardsStart]: now + step,
      [towardsEnd]: now - step,
      Home: minWidth,
      End: largest,
    }
    const chosen = next[event.key]
    if (chosen === undefined) return
    event.preventDefault()
    setLimit(largest)
    onWidthChange(clamp(chosen, largest))
  }

  const pointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const panel = event.currentTarget.parentElement
    if (!panel || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = panel.getBoundingClientRect()
    onWidthChange(clamp(isRtl(panel) ? event.clientX - box.left : box.right - event.clientX, widthLimit(panel)))
  }

  return (
    // A focusable separator is a widget in ARIA (window splitter); the lint rule covers only the static one.
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- window splitter pattern
    <div
      role="separator"
      // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- window splitter pattern
      tabIndex={0}
      aria-orientation="vertical"
      aria-controls={controls}
      aria-label={intl.formatMessage({ id: 'DesignSystem.SidePanel.Resize' })}
      aria-valuemin={minWidth}
      aria-valuemax={limit}
      aria-valuenow={Math.min(width ?? (narrowPage ? minWidth : defaultWidth), limit)}
      onFocus={event => setLimit(widthLimit(event.currentTarget.parentElement))}
      onKeyDown={keyDown}
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={pointerMove}
      onDoubleClick={() => onWidthChange(undefined)}
      className="absolute inset-y-0 -inset-s-1 z-sticky w-2 cursor-col-resize touch-none outline-none after:absolute after:inset-y-0 after:inset-s-1 after:border-s-2 after:border-transparent hover:after:border-line-strong focus-visible:after:border-focus"
    />
  )
}
