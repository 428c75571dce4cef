import { ConfirmDanger } from '@assay/design-system'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { type Location, useBlocker } from 'react-router-dom'
import { isLeavingForSignIn } from '../session/index.ts'

export const isOtherPage = (from: Location, to: Location): boolean => from.pathname !== to.pathname
export const isOtherAddress = (from: Location, to: Location): boolean =>
  isOtherPage(from, to) || from.search !== to.search

interface LeaveGuard {
  question: ReactNode
  /** Runs its argument without a question: everything is saved. */
  leave: (go: () => unknown) => void
  /** Runs its argument, such as closing the form, once nothing is unsaved or the user agreed to discard it. */
  guard: (go: () => unknown) => void
}

/**
 * A page with unsaved input asks before it is left, whether for another address, with its tab, or because it is closed.
 * `leaves`: which addresses are another page; all others by default.
 */
export function useLeaveGuard(dirty: boolean, leaves = isOtherAddress): LeaveGuard {
  const free = useRef(false)
  const [waiting, setWaiting] = useState<(() => unknown) | null>(null)
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && !free.current && leaves(currentLocation, nextLocation),
  )
  useEffect(() => {
    if (!dirty) return
    const warn = (event: BeforeUnloadEvent) => {
      if (!isLeavingForSignIn()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [dirty])
  const leave = useCallback((go: () => unknown) => {
    free.current = true
    go()
  }, [])
  const blocked = leaving.state === 'blocked'
  const stay = () => {
    setWaiting(null)
    if (blocked) leaving.reset()
  }
  return {
    leave,
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
