import { type KeyboardEvent, useState } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'

/** Navigation to the next and previous change: F7, Shift+F7 and two buttons. It wraps around at the ends. */
export function useChangeNavigation(count: number, reveal: (change: number) => void) {
  const intl = useIntl()
  const announce = useAnnounce()
  const [at, setAt] = useState(-1)
  const current = at < count ? at : -1
  const go = (by: 1 | -1) => {
    if (count === 0) return
    const next = current < 0 && by < 0 ? count - 1 : (current + by + count) % count
    setAt(next)
    reveal(next)
    announce(intl.formatMessage({ id: 'DesignSystem.DiffViewer.Position' }, { index: next + 1, count }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'F7' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    go(event.shiftKey ? -1 : 1)
  }
  return { current, go, onKeyDown }
}
