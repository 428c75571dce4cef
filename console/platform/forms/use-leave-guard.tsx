import { ConfirmDanger } from '@assay/design-system'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { type Location, useBlocker } from 'react-router-dom'
import { isLeavingForSignIn } from '../session/index.ts'

export const isOtherAddress = (from: Location, to: Location): boolean =>
  from.pathname !== to.pathname || from.search !== to.search

/**
 * A page with something that nothing saves by itself asks before it is left. `leave` does what it is given without
 * asking: everything is saved. `leaves`: which addresses are another page; all others, unless told.
 */
export function useLeaveGuard(
  dirty: boolean,
  leaves = isOtherAddress,
): { question: ReactNode; leave: (go: () => unknown) => void } {
  const free = useRef(false)
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
  return {
    leave,
    question: (
      <ConfirmDanger
        open={leaving.state === 'blocked'}
        onOpenChange={open => {
          if (!open && leaving.state === 'blocked') leaving.reset()
        }}
        title={<FormattedMessage id="DesignSystem.Dialog.DiscardTitle" />}
        description={<FormattedMessage id="DesignSystem.Dialog.DiscardText" />}
        cancelLabel={<FormattedMessage id="DesignSystem.Dialog.KeepEditing" />}
        confirmLabel={<FormattedMessage id="DesignSystem.Dialog.Discard" />}
        onConfirm={() => {
          if (leaving.state === 'blocked') leaving.proceed()
        }}
      />
    ),
  }
}
