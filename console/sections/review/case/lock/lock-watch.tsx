import { Button, Dialog, DialogContent } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useHasPassed } from '../../../../platform/api/use-server-time.ts'
import { Countdown } from './countdown.tsx'

/** Milliseconds between the two titles of the tab. */
const blinkInterval = 1000

interface LockWatchProps {
  lock: NonNullable<Case['lock']>
  /** What is being sent; nothing can be chosen meanwhile. */
  pending: 'extend' | 'sendBack' | null
  onContinue: () => void
  onSendBack: () => void
}

/**
 * Asks who reviews a case whether the review goes on, for the last minutes of the lock. Without an answer the case
 * returns to its queue.
 */
export function LockWatch({ lock, ...props }: LockWatchProps) {
  const isDue = useHasPassed(Date.parse(lock.asksAt))
  return isDue ? <StillReviewing key={lock.asksAt} lock={lock} {...props} /> : null
}

function StillReviewing({ lock, pending, onContinue, onSendBack }: LockWatchProps) {
  const intl = useIntl()
  const button = useRef<HTMLButtonElement>(null)
  const title = intl.formatMessage({ id: 'Review.Case.Still.Title' })
  const text = intl.formatMessage({ id: 'Review.Case.Still.Text' })
  useEffect(() => {
    // After the dialog has placed the focus: Enter goes on with the review.
    const timer = setTimeout(() => button.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const before = document.title
    let on = false
    const timer = setInterval(() => {
      on = !on
      document.title = on ? title : before
    }, blinkInterval)
    return () => {
      clearInterval(timer)
      document.title = before
    }
  }, [title])
  useEffect(() => {
    if (!document.hidden || !('Notification' in globalThis) || Notification.permission !== 'granted') return
    const notification = new Notification(title, { body: text })
    return () => notification.close()
  }, [title, text])
  return (
    <Dialog open>
      <DialogContent
        size="sm"
        required
        title={title}
        description={text}
        footer={
          <>
            <Button loading={pending === 'sendBack'} disabled={pending === 'extend'} onClick={onSendBack}>
              <FormattedMessage id="Review.Case.Still.SendBack" />
            </Button>
            <Button
              ref={button}
              variant="primary"
              loading={pending === 'extend'}
              disabled={pending === 'sendBack'}
              onClick={onContinue}
            >
              <FormattedMessage id="Review.Case.Still.Continue" />
            </Button>
          </>
        }
      >
        <p className="text-2xl">
          <Countdown until={lock.expiresAt} label={intl.formatMessage({ id: 'Review.Case.TimeLeft' })} />
        </p>
      </DialogContent>
    </Dialog>
  )
}
