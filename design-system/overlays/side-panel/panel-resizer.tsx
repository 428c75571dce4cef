import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useIntl } from 'react-intl'

const narrowest = 320
const widest = 800
const step = 10
const clamp = (width: number) => Math.min(widest, Math.max(narrowest, Math.round(width)))

interface PanelResizerProps {
  width: number | undefined
  onWidthChange: (width: number | undefined) => void
}

/** Width chosen by the reader; `undefined` while the token decides. */
export function usePanelWidth() {
  const [width, setWidth] = useState<number>()
  return { width, resizer: { width, onWidthChange: setWidth } satisfies PanelResizerProps }
}

/** The inline-start edge of a docked panel. Arrow keys move it 10 px the way the eye sees it; Home and End jump to the limits. */
export function PanelResizer({ width, onWidthChange }: PanelResizerProps) {
  const intl = useIntl()
  const currentWidth = (element: Element) => width ?? element.parentElement?.getBoundingClientRect().width ?? narrowest
  const isRtl = (element: Element) => getComputedStyle(element).direction === 'rtl'

  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const now = currentWidth(event.currentTarget)
    // The edge sits at the inline start: moving it towards the start widens the panel.
    const towardsStart = isRtl(event.currentTarget) ? 'ArrowRight' : 'ArrowLeft'
    const towardsEnd = isRtl(event.currentTarget) ? 'ArrowLeft' : 'ArrowRight'
    const next: Record<string, number> = {
      [towardsStart]: now + step,
      [towardsEnd]: now - step,
      Home: narrowest,
      End: widest,
    }
    const chosen = next[event.key]
    if (chosen === undefined) return
    event.preventDefault()
    onWidthChange(clamp(chosen))
  }

  const pointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const panel = event.currentTarget.parentElement
    if (!panel || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = panel.getBoundingClientRect()
    onWidthChange(clamp(isRtl(panel) ? event.clientX - box.left : box.right - event.clientX))
  }

  return (
    // A focusable separator is a widget in ARIA (window splitter); the lint rule knows only the static one.
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- window splitter pattern
    <div
      role="separator"
      // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- window splitter pattern
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={intl.formatMessage({ id: 'DesignSystem.SidePanel.Resize' })}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={width ?? 400}
      onKeyDown={keyDown}
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={pointerMove}
      onDoubleClick={() => onWidthChange(undefined)}
      className="absolute inset-y-0 -inset-s-1 z-sticky w-2 cursor-col-resize touch-none outline-none after:absolute after:inset-y-0 after:inset-s-1 after:w-0.5 focus-visible:after:bg-focus hover:after:bg-line-strong"
    />
  )
}
