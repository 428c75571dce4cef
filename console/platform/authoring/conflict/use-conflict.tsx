import { Button, Callout, Dialog, DialogContent, useFormat } from '@assay/design-system'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { conflictErrorOf } from '../../api/api-error.ts'
import { useErrorToast } from '../../errors/use-error-toast.ts'
import { useOffline } from '../../offline/connection.ts'
import { type ConflictField, ConflictFields } from './conflict-fields.tsx'

/** How a conflict with the change of another user can be resolved. */
export interface ConflictResolution<Stored> {
  /** Reads what they saved. */
  load: () => Promise<Stored>
  /** Where what was typed and what they saved differ. */
  differences: (theirs: Stored) => readonly ConflictField[]
  /** Saves what was typed over theirs. */
  keepMine: (theirs: Stored) => unknown
  /** Puts theirs in the place of what was typed. */
  takeTheirs: (theirs: Stored) => unknown
}
interface ConflictDetails {
  by: string | undefined
  at: string | undefined
  fields: readonly ConflictField[]
  keepMine: () => unknown
  takeTheirs: () => unknown
}

/**
 * Asks how to resolve a conflict when another user saved the same record in the meantime: both versions are shown, and
 * no input is lost unless the user discards it here. `resolveConflict` returns true when the error was a conflict;
 * `question` is the dialog.
 */
export function useConflict(): {
  resolveConflict: <Stored>(error: unknown, resolution: ConflictResolution<Stored>) => Promise<boolean>
  question: ReactNode
} {
  const failed = useErrorToast()
  const [question, setQuestion] = useState<ConflictDetails | null>(null)
  const resolveConflict = async <Stored,>(
    error: unknown,
    { load, differences, keepMine, takeTheirs }: ConflictResolution<Stored>,
  ): Promise<boolean> => {
    const conflict = conflictErrorOf(error)
    if (conflict?.reason !== 'version.conflict') return false
    try {
      const theirs = await load()
      setQuestion({
        by: conflict.changedBy,
        at: conflict.changedAt,
        fields: differences(theirs),
        keepMine: () => keepMine(theirs),
        takeTheirs: () => takeTheirs(theirs),
      })
    } catch (unread) {
      failed(unread)
    }
    return true
  }
  return {
    resolveConflict,
    question: question === null ? null : <ConflictDialog {...question} onClose={() => setQuestion(null)} />,
  }
}

function ConflictDialog({ by, at, fields, keepMine, takeTheirs, onClose }: ConflictDetails & { onClose: () => void }) {
  const format = useFormat()
  const offline = useOffline()
  const answer = (choose: () => unknown) => {
    onClose()
    choose()
  }
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        title={<FormattedMessage id="Errors.Conflict.Title" />}
        description={
          by === undefined || at === undefined ? undefined : (
            <FormattedMessage
              id="Common.UserAndTime"
              values={{ user: <bdi key="user">{by}</bdi>, time: format.dateTime(at) }}
            />
          )
        }
        footer={
          <>
            <Button onClick={onClose}>
              <FormattedMessage id="Errors.Conflict.Edit" />
            </Button>
            <Button onClick={() => answer(takeTheirs)}>
              <FormattedMessage id="Errors.Conflict.TakeTheirs" />
            </Button>
            <Button variant="danger" disabled={offline} onClick={() => answer(keepMine)}>
              <FormattedMessage id="Errors.Conflict.KeepMine" />
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3">
          {offline ? (
            <Callout tone="warning" live>
              <FormattedMessage id="Offline.Writes" />
            </Callout>
          ) : null}
          {fields.length > 0 ? (
            <ConflictFields fields={fields} />
          ) : (
            <p className="text-sm text-fg-secondary">
              <FormattedMessage id="Errors.Conflict.Same" />
            </p>
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}
