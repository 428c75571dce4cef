import { ConfirmDanger } from '@assay/design-system'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useBlocker } from 'react-router-dom'
import type { StoredDraft } from './use-stored-draft.ts'

/** Saves a draft before its page is left, and asks when it could not be saved. */
export function DraftLeaveGuard({
  draft: { dirty, flush, drop },
}: {
  draft: Pick<StoredDraft<unknown, unknown>, 'dirty' | 'flush' | 'drop'>
}) {
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty() && (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search),
  )
  const [unsaved, setUnsaved] = useState(false)
  useEffect(() => {
    if (leaving.state !== 'blocked') return
    void flush().then(saved => (saved ? leaving.proceed() : setUnsaved(true)))
  }, [leaving, flush])
  return (
    <ConfirmDanger
      open={unsaved && leaving.state === 'blocked'}
      onOpenChange={open => {
        if (open) return
        setUnsaved(false)
        if (leaving.state === 'blocked') leaving.reset()
      }}
      title={<FormattedMessage id="LeaveGuard.Title" />}
      description={<FormattedMessage id="LeaveGuard.Description" />}
      cancelLabel={<FormattedMessage id="LeaveGuard.Stay" />}
      confirmLabel={<FormattedMessage id="LeaveGuard.Confirm" />}
      onConfirm={() => {
        drop()
        setUnsaved(false)
        if (leaving.state === 'blocked') leaving.proceed()
      }}
    />
  )
}
