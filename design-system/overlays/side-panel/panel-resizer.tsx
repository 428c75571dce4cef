import { useRef } from 'react'
import { useIntl } from 'react-intl'
import { Splitter } from '../../lib/splitter/splitter.tsx'
import { useControllable } from '../../lib/use-controllable.ts'
import { belowLg, useMediaQuery } from '../media-query/use-media-query.ts'

const minWidth = 320
const maxWidth = 800
const defaultWidth = 400

/** Maximum width of a panel: half of its container. */
const widthLimit = (panel: Element) => {
  const room = panel.parentElement?.getBoundingClientRect().width ?? maxWidth * 2
  return Math.max(minWidth, Math.min(maxWidth, Math.floor(room / 2)))
}

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

/** The inline-start edge of a docked panel. Enter goes to the smallest width and back. */
export function PanelResizer({ controls, width, onWidthChange }: PanelResizerProps) {
  const intl = useIntl()
  const narrowPage = useMediaQuery(belowLg)
  const restoredWidth = useRef<number | undefined>(undefined)
  const current = width ?? (narrowPage ? minWidth : defaultWidth)
  const toggle = () => {
    if (current <= minWidth) return onWidthChange(restoredWidth.current)
    restoredWidth.current = width
    onWidthChange(minWidth)
  }
  return (
    <Splitter
      label={intl.formatMessage({ id: 'DesignSystem.SidePanel.Resize' })}
      controls={controls}
      side="end"
      paneOf={splitter => splitter.parentElement}
      limitOf={widthLimit}
      size={current}
      minSize={minWidth}
      onSizeChange={onWidthChange}
      onToggle={toggle}
      onReset={() => onWidthChange(undefined)}
      className="absolute inset-y-0 -inset-s-1 z-sticky w-2 after:absolute after:inset-y-0 after:inset-s-1 after:border-s-2 after:border-transparent hover:after:border-line-strong focus-visible:after:border-focus"
    />
  )
}
