import { ConfirmDanger } from '@assay/design-system'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { type Location, useBlocker } from 'react-router-dom'
import { isLeavingForSignIn } from '../session/index.ts'

export const isOtherPage = (from: Location, to: Location): boolean => from.pathname !== to.pathname
export const isOtherAddress = (from: Location, to: Location): boolean =>
  isOtherPage(from, to) || from.search !== to.search

/** How long saving may take before somebody who leaves is asked: milliseconds. */
const patience = 1000

interface LeaveGuard {
  question: ReactNode
  /** Runs its argument without a question: everything is saved. */
  leave: (go: () => unknown) => void
  /** Runs its argument, such as closing the form, once nothing is unsaved or the user agreed to discard it. */
  guard: (go: () => unknown) => void
  /** Whether the page is being left, and only waits for what is saved or for the answer to the question. */
  isLeaving: () => boolean
}

/**
 * A page with unsaved input asks before it is left, whether for another address, with its tab, or because it is closed.
 * `leaves`: which addresses are another page; all others by default. `saving`: the input is being saved, so that the
 * question waits for a second: a page whose input was saved meanwhile is left without one.
 */
export function useLeaveGuard(dirty: boolean, leaves = isOtherAddress, saving = false): LeaveGuard {
  const free = useRef(false)
  const [waiting, setWaiting] = useState<(() => unknown) | null>(null)
  // The router takes a new function only some time after it is drawn: whoever leaves at once after saving is not asked.
  const unsaved = useRef(dirty)
  useLayoutEffect(() => {
    unsaved.current = dirty
  }, [dirty])
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved.current && !free.current && leaves(currentLocation, nextLocation),
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
  const isPending = waiting !== null || blocked
  const pending = useRef(false)
  pending.current = isPending
  const proceed = () => {
    setWaiting(null)
    waiting?.()
    if (blocked) leaving.proceed()
  }
  const proceedSaved = useEffectEvent(proceed)
  useEffect(() => {
    if (isPending && !dirty) proceedSaved()
  }, [isPending, dirty])
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isPending || !saving) return
    const timer = setTimeout(() => setIsLate(true), patience)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isPending, saving])
  const stay = () => {
    setWaiting(null)
    if (blocked) leaving.reset()
  }
  return {
    leave,
    guard: go => (dirty ? setWaiting(() => go) : go()),
    isLeaving: () => pending.current,
    question: (
      <ConfirmDanger
        open={isPending && dirty && (isLate || !saving)}
        onOpenChange={open => {
          if (!open) stay()
        }}
        title={<FormattedMessage id="DesignSystem.Dialog.DiscardTitle" />}
        description={<FormattedMessage id="DesignSystem.Dialog.DiscardText" />}
        cancelLabel={<FormattedMessage id="DesignSystem.Dialog.KeepEditing" />}
        confirmLabel={<FormattedMessage id="DesignSystem.Dialog.Discard" />}
        onConfirm={proceed}
      />
    ),
  }
}
