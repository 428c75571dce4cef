import { ConfirmDanger } from '@assay/design-system'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useBlocker, useLocation } from 'react-router-dom'
import { isOtherAddress } from '../../../platform/forms/use-leave-guard.tsx'
import { stopTransfers, useTransfers } from './transfers.ts'

export interface UploadGuard {
  question: ReactNode
  /** Whether a file was chosen, or columns were mapped, that are not saved. */
  setUnsaved: (isUnsaved: boolean) => void
  /** Navigates without a question: everything is saved. */
  leave: (go: () => void) => void
}

const isUploadPage = (pathname: string): boolean => /\/data\/upload(\/|$)/.test(pathname)

/** Asks before the pages of data upload are left while files are sent, and before what is not saved is discarded. */
export function useUploadGuard(): UploadGuard {
  const isSending = useTransfers().some(({ error }) => error === null)
  const [isUnsaved, setUnsaved] = useState(false)
  const free = useRef(false)
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address that was reached is asked about again
  useEffect(() => {
    free.current = false
  }, [pathname, search])
  return {
    setUnsaved,
    leave: go => {
      free.current = true
      setUnsaved(false)
      go()
    },
    // Navigations are intercepted only while there is something to ask.
    question:
      isSending || isUnsaved ? (
        <LeaveQuestion isSending={isSending} isUnsaved={isUnsaved} free={free} onDiscard={() => setUnsaved(false)} />
      ) : null,
  }
}

interface LeaveQuestionProps {
  isSending: boolean
  isUnsaved: boolean
  /** Whether the next navigation needs no answer. */
  free: RefObject<boolean>
  onDiscard: () => void
}

function LeaveQuestion({ isSending, isUnsaved, free, onDiscard }: LeaveQuestionProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !free.current &&
      ((isSending && !isUploadPage(nextLocation.pathname)) ||
        (isUnsaved && isOtherAddress(currentLocation, nextLocation))),
  )
  useEffect(() => {
    if (!isUnsaved) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
  const isBlocked = blocker.state === 'blocked'
  const endsTransfers = isBlocked && isSending && !isUploadPage(blocker.location.pathname)
  const words = endsTransfers
    ? (['Upload.Leave.Title', 'Upload.Leave.Text', 'Upload.Leave.Stay', 'Upload.Leave.Confirm'] as const)
    : ([
        'DesignSystem.Dialog.DiscardTitle',
        'DesignSystem.Dialog.DiscardText',
        'DesignSystem.Dialog.KeepEditing',
        'DesignSystem.Dialog.Discard',
      ] as const)
  return (
    <ConfirmDanger
      open={isBlocked}
      onOpenChange={open => {
        if (!open && isBlocked) blocker.reset()
      }}
      title={<FormattedMessage id={words[0]} />}
      description={<FormattedMessage id={words[1]} />}
      cancelLabel={<FormattedMessage id={words[2]} />}
      confirmLabel={<FormattedMessage id={words[3]} />}
      onConfirm={() => {
        if (!isBlocked) return
        blocker.proceed()
        if (endsTransfers) stopTransfers()
        onDiscard()
      }}
    />
  )
}
