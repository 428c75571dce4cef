import type { FieldValues } from 'react-hook-form'
import { useLeaveGuard } from '../../forms/use-leave-guard.tsx'
import { type RecordForm, type RecordFormOptions, useRecordForm } from './use-record-form.ts'

type Leave = ReturnType<typeof useLeaveGuard>['leave']

interface GuardedFormOptions<Values extends FieldValues, Body, Saved, Stored, Context>
  extends Omit<RecordFormOptions<Values, Body, Saved, Stored, Context>, 'moveOn'> {
  /** `leave` runs its argument without a question: everything is saved. */
  moveOn?: (saved: Saved, leave: Leave) => unknown
  /** Which addresses are another page; all others by default. */
  leaves?: Parameters<typeof useLeaveGuard>[1]
}

interface GuardedForm<Values extends FieldValues, Body> extends RecordForm<Values, Body> {
  /** Runs its argument, such as closing the form, once nothing is unsaved or the user agreed to discard it. */
  guard: ReturnType<typeof useLeaveGuard>['guard']
}

/**
 * A form of a stored record that asks before unsaved input is lost, whether to another address or with its tab.
 * `question` is the dialog of the leave guard, too.
 */
export function useGuardedRecordForm<
  Values extends FieldValues,
  Body,
  Saved,
  Stored extends { version: number },
  Context = undefined,
>({ moveOn, leaves, ...options }: GuardedFormOptions<Values, Body, Saved, Stored, Context>): GuardedForm<Values, Body> {
  const record = useRecordForm<Values, Body, Saved, Stored, Context>({
    ...options,
    // Who is on the way to another page goes there.
    moveOn: saved => (isLeaving() ? undefined : moveOn?.(saved, leave)),
  })
  const { guard, leave, isLeaving, question } = useLeaveGuard(record.dirty, leaves, record.saving)
  return {
    ...record,
    guard,
    question: (
      <>
        {record.question}
        {question}
      </>
    ),
  }
}
