import { type KeyboardEvent, useState } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { keys } from '../../lib/keys.ts'

interface ResizeOptions {
  sizeOf: (id: string) => number
  setSize: (id: string, size: number) => void
  labelOf: (id: string) => string
  direction: 'ltr' | 'rtl'
}

/**
 * Sets the width of a column by keys: arrows by 10 pixels, with Shift by 50, Enter commits, Escape restores. Every
 * width is announced.
 */
export function useResizeMode({ sizeOf, setSize, labelOf, direction }: ResizeOptions) {
  const intl = useIntl()
  const announce = useAnnounce()
  const [mode, setMode] = useState<{ id: string; before: number } | null>(null)
  const say = (message: string, id: string, size: number) =>
    announce(
      intl.formatMessage({ id: `DesignSystem.DataTable.${message}` }, { column: labelOf(id), width: Math.round(size) }),
    )
  const by = (id: string, event: KeyboardEvent, step: 1 | -1) => {
    const size = sizeOf(id) + step * (event.shiftKey ? 50 : 10)
    setSize(id, size)
    say('Width', id, Math.max(size, 0))
  }
  const step = (event: KeyboardEvent): 1 | -1 | null =>
    event.key === keys.next(direction) ? 1 : event.key === keys.previous(direction) ? -1 : null
  return {
    id: mode?.id ?? null,
    start: (id: string) => {
      setMode({ id, before: sizeOf(id) })
      say('ResizeStarted', id, sizeOf(id))
    },
    stop: () => setMode(null),
    /** Handles a key on a header; true when it was one of this mode, or Alt with an arrow. */
    onKey: (event: KeyboardEvent, id: string | undefined): boolean => {
      const direct = step(event)
      if (event.altKey && direct !== null && id !== undefined) {
        by(id, event, direct)
        return true
      }
      if (!mode) return false
      if (direct !== null) by(mode.id, event, direct)
      else if (event.key === 'Shift' || event.key === 'Alt' || event.key === 'Control' || event.key === 'Meta')
        return false
      else if (event.key === 'Enter') {
        setMode(null)
        say('WidthKept', mode.id, sizeOf(mode.id))
      } else if (event.key === 'Escape') {
        setSize(mode.id, mode.before)
        setMode(null)
        say('WidthRestored', mode.id, mode.before)
      } else {
        setMode(null)
        return false
      }
      return true
    },
  }
}

export type ResizeMode = ReturnType<typeof useResizeMode>
