import { CircleCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { isApple } from '../../lib/keys.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { Kbd } from '../../primitives/kbd/kbd.tsx'
import { type ReviewUndo, undoKeys } from './review-model.ts'

const defaultSeconds = 10

interface UndoNoticeProps extends Omit<ReviewUndo, 'id'> {
  onUndo: () => void
  onEnd: () => void
}

/** The last action and the time left to undo it. The time stops under the pointer, with the focus, and in a hidden tab. */
export function UndoNotice({ message, seconds = defaultSeconds, onUndo, onEnd }: UndoNoticeProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const [left, setLeft] = useState(seconds)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const limited = Number.isFinite(seconds)
  const paused = hovered || focused

  const announceOnce = useEffectEvent(() =>
    announce(
      limited
        ? intl.formatMessage({ id: 'DesignSystem.ReviewActions.UndoWithin' }, { message, count: seconds })
        : intl.formatMessage({ id: 'DesignSystem.ReviewActions.UndoAnyTime' }, { message }),
    ),
  )
  useEffect(() => announceOnce(), [])

  const tick = useEffectEvent(() => {
    if (document.hidden) return
    if (left <= 1) onEnd()
    setLeft(left - 1)
  })
  useEffect(() => {
    if (paused || !limited) return
    const timer = setInterval(() => tick(), 1000)
    return () => clearInterval(timer)
  }, [paused, limited])

  return (
    <div
      data-slot="review-undo"
      className="flex min-w-0 flex-wrap items-center gap-2 rounded-chip border border-transparent bg-success-subtle px-3 py-1"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon icon={CircleCheck} className="text-success-text" />
      <p className="min-w-0 flex-1 wrap-anywhere">{message}</p>
      {limited ? (
        <span className="text-xs text-fg-secondary tabular-nums">
          <FormattedMessage id="DesignSystem.ReviewActions.SecondsLeft" values={{ count: Math.max(0, left) }} />
        </span>
      ) : null}
      <Button
        size="sm"
        aria-keyshortcuts={undoKeys.replace('Mod', isApple(navigator.platform) ? 'Meta' : 'Control')}
        onClick={onUndo}
        end={<Kbd keys={undoKeys} />}
      >
        <FormattedMessage id="DesignSystem.ReviewActions.Undo" />
      </Button>
    </div>
  )
}
