import { ConfirmDanger } from '@assay/design-system'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useBlocker } from 'react-router-dom'

/**
 * A form with something in it asks before it goes, whether it is closed or the page is left. `guard` does what it is
 * given, after an answer.
 */
export function useListLeaveGuard(dirty: boolean): { guard: (go: () => void) => void; question: ReactNode } {
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  )
  const blocked = leaving.state === 'blocked'
  const stay = () => {
    setWaiting(null)
    if (blocked) leaving.reset()
  }
  return {
    guard: go => (dirty ? setWaiting(() => go) : go()),
    question: (
      <ConfirmDanger
        open={waiting !== null || blocked}
        onOpenChange={open => {
          if (!open) stay()
        }}
        title={<FormattedMessage id="DesignSystem.Dialog.DiscardTitle" />}
        description={<FormattedMessage id="DesignSystem.Dialog.DiscardText" />}
        cancelLabel={<FormattedMessage id="DesignSystem.Dialog.KeepEditing" />}
        confirmLabel={<FormattedMessage id="DesignSystem.Dialog.Discard" />}
        onConfirm={() => {
          waiting?.()
          setWaiting(null)
          if (blocked) leaving.proceed()
        }}
      />
    ),
  }
}

/** The question of a form, for the page around it. */
export interface ListLeaveGuard {
  confirm: (go: () => void) => void
}

/** Hands the question of a form to the page around it while there is something to lose. */
export function useRegisterLeaveGuard(
  onGuard: (guard: ListLeaveGuard | null) => void,
  guard: (go: () => void) => void,
  dirty: boolean,
): void {
  const latest = useRef(guard)
  useEffect(() => {
    latest.current = guard
  })
  useEffect(() => {
    onGuard(dirty ? { confirm: go => latest.current(go) } : null)
    return () => onGuard(null)
  }, [dirty, onGuard])
}
