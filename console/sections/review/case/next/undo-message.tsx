import { Kbd } from '@assay/design-system'
import { useEffect, useEffectEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useHasPassed, useServerTime } from '../../../../platform/api/use-server-time.ts'
import { useHotkeys } from '../../../../platform/hotkeys/index.ts'
import { usePreferences } from '../../../../platform/preferences/index.ts'

interface UndoMessageProps {
  /** The decision and its case, as done. */
  message: string
  /** Until when it can be taken back, by the clock of the service. */
  until: string
  onUndo: () => void
  onEnd: () => void
}

/** A decision that can still be taken back: the time left, and the key that works on every page until then. */
export function UndoMessage({ message, until, onUndo, onEnd }: UndoMessageProps) {
  const intl = useIntl()
  const { shortcutsEnabled } = usePreferences()
  const end = Date.parse(until)
  const over = useHasPassed(end)
  const finish = useEffectEvent(onEnd)
  useEffect(() => {
    if (over) finish()
  }, [over])
  useHotkeys({ id: 'undo', label: intl.formatMessage({ id: 'Hotkeys.Scope.Everywhere' }), everywhere: true }, [
    { id: 'undo', keys: 'Shift+U', label: intl.formatMessage({ id: 'Review.Case.Undo.Label' }), run: onUndo },
  ])
  return (
    <>
      {message}{' '}
      <span className="inline-flex items-center gap-1 text-xs text-fg-secondary">
        <SecondsLeft end={end} />
        {shortcutsEnabled ? <Kbd aria-hidden keys="Shift+U" /> : null}
      </span>
    </>
  )
}

function SecondsLeft({ end }: { end: number }) {
  const left = Math.max(0, Math.ceil((end - useServerTime()) / 1000))
  return (
    <span className="tabular-nums">
      <FormattedMessage id="Review.Case.Undo.Left" values={{ count: left }} />
    </span>
  )
}
