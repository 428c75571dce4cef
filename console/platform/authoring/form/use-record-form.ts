import { focusInvalidField } from '@assay/design-system'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form'
import { useErrorToast } from '../../errors/use-error-toast.ts'
import { type FormErrors, setFormErrors } from '../../forms/form-errors.ts'
import { useIsMounted } from '../../forms/use-is-mounted.ts'
import { useRecovery } from '../../recovery/use-recovery.ts'
import { type ConflictResolution, useConflict } from '../conflict/use-conflict.tsx'
import { keepUnsavedValues } from './unsaved-values.ts'

/** A stored record as the fields show it. */
export interface FormRecord<Values> {
  values: Values
  /** 0: nothing is stored yet. */
  version: number
}

/** What a form leaves in the storage of the session on the way to the sign-in page. */
interface RecoveredForm<Values, Context = undefined> {
  values: Values
  version: number
  newId: string
  context: Context
}

interface RecoveryOptions<Values, Context> {
  id: string
  /** The values without the texts of their secrets, which no browser stores. */
  withoutSecrets?: (values: Values) => Values
  /** Stores unchanged values as well, so that the form is opened again in any case. */
  unchanged?: boolean
  /** What else belongs to the form. */
  context?: Context
  /** Restores the context; false: it belongs to another form, and nothing is restored. */
  restore?: (context: Context) => boolean
}

interface SaveAttempt<Stored> {
  version: number
  newId: string
  /** The version of another user that this attempt overwrites; null: none. */
  theirs: Stored | null
}

export interface RecordFormOptions<Values extends FieldValues, Body, Saved, Stored, Context> {
  record: FormRecord<Values>
  resolver: Resolver<Values, unknown, Body>
  recovery: RecoveryOptions<Values, Context>
  /** `newId`: of a new record, the same for every attempt: a lost answer makes no second one. */
  save: (body: Body, attempt: SaveAttempt<Stored>) => Promise<Saved>
  /** `accept` shows what is stored now, in a form that stays open. */
  onSaved: (saved: Saved, accept: (stored: FormRecord<Values>) => void) => unknown
  /** Closes the form or navigates on from it: not when the user left it before the answer arrived. */
  moveOn?: (saved: Saved) => unknown
  /** After a failure as well: the answer may be all that was lost. */
  onSettled?: () => unknown
  /** What the service found wrong at fields; null when an error belongs to none. */
  errorsOf?: (error: unknown) => FormErrors<Values> | null
  /** For any other error: the id of a message that stands above the fields; null or nothing: a toast. */
  problemOf?: (error: unknown) => string | null
  /** Where another user may save the same record. */
  conflict?: {
    load: () => Promise<Stored>
    differences: (mine: Body, theirs: Stored) => ReturnType<ConflictResolution<Stored>['differences']>
    /** `accept` shows theirs, in a form that stays open. */
    takeTheirs: (theirs: Stored, accept: (stored: FormRecord<Values>) => void) => unknown
  }
  /** The form's element: after an attempt its first invalid field gets the focus. Dialogs do that by themselves. */
  element?: RefObject<HTMLElement | null>
}

/** A form of one record of the service. */
export interface RecordForm<Values extends FieldValues, Body> {
  form: UseFormReturn<Values, unknown, Body>
  values: Values
  dirty: boolean
  saving: boolean
  /** Number of attempts to save. */
  attempts: number
  /** Id of the message about the whole form, until something else is typed. */
  problem: string | null
  /** The error behind the problem. */
  problemError: unknown
  /** The version that a change of the record begins with. */
  version: number
  submit: () => Promise<void>
  /**
   * Validates as saving does, and hands what would be sent to another action, such as the `mutateAsync` of a test. The
   * mutation shows its failure.
   */
  validate: (act: (body: Body) => Promise<unknown>) => Promise<void>
  /** Shows an error of the service in the form, as after saving; false: the form has no words for it. */
  showError: (error: unknown) => boolean
  /** Shows what is stored now; what was typed since `sent` stays. */
  accept: (stored: FormRecord<Values>, sent?: Values) => void
  /** Dialog about a conflict with the change of another user. */
  question: ReactNode
}

/**
 * What every form of a stored record needs around its fields: validation at the first attempt and live from then on,
 * saving from a base version, the dialog about a conflict, recovery after a lost session, and the errors of the service
 * at their fields.
 */
export function useRecordForm<
  Values extends FieldValues,
  Body,
  Saved,
  Stored extends { version: number },
  Context = undefined,
>({
  record,
  resolver,
  recovery,
  save,
  onSaved,
  moveOn,
  onSettled,
  errorsOf,
  problemOf,
  conflict,
  element,
}: RecordFormOptions<Values, Body, Saved, Stored, Context>): RecordForm<Values, Body> {
  const failed = useErrorToast()
  const { resolveConflict, question } = useConflict()
  const form = useForm<Values, unknown, Body>({
    defaultValues: record.values as DefaultValues<Values>,
    resolver,
    shouldFocusError: false,
  })
  const { isDirty: dirty, isSubmitting, isSubmitSuccessful, submitCount: attempts, errors } = form.formState
  const values = useWatch({ control: form.control }) as Values
  const [version, setVersion] = useState(record.version)
  const [newId, setNewId] = useState<string>(() => crypto.randomUUID())
  const [acting, setActing] = useState(false)
  const [problemError, setProblemError] = useState<unknown>(null)
  // The version of another user that is being overwritten: errors of that attempt are corrected on top of it as well.
  const [overwritten, setOverwritten] = useState<Stored | null>(null)
  const saving = isSubmitting && !acting
  const isMounted = useIsMounted()
  // The element with the focus at an attempt: a user who moved on to another element is not interrupted.
  const attemptedFrom = useRef<Element | null>(null)
  useRecovery<RecoveredForm<Values, Context>>(
    recovery.id,
    dirty || recovery.unchanged
      ? { values: recovery.withoutSecrets?.(values) ?? values, version, newId, context: recovery.context as Context }
      : null,
    recovered => {
      if (typeof recovered.values !== 'object' || recovery.restore?.(recovered.context) === false) return
      setVersion(recovered.version)
      setNewId(recovered.newId)
      form.reset(recovered.values, { keepDefaultValues: true })
    },
  )
  // Drawn with the errors of the attempt.
  useEffect(() => {
    if (attempts > 0 && !isSubmitSuccessful && !isElsewhere(attemptedFrom.current))
      focusInvalidField(element?.current ?? null)
  }, [attempts, isSubmitSuccessful, element])
  // Nothing is typed: the form shows the newer record that was read meanwhile.
  useEffect(() => {
    if (dirty || isSubmitting || record.version <= version) return
    form.reset(record.values)
    setVersion(record.version)
  }, [dirty, isSubmitting, record, version, form])

  const accept = (stored: FormRecord<Values>, sent = form.getValues()) => {
    const shown = keepUnsavedValues(stored.values, sent, form.getValues())
    form.reset(stored.values)
    form.reset(shown, { keepDefaultValues: true })
    setVersion(stored.version)
    setOverwritten(null)
  }
  const attempt = async (act: (body: Body) => Promise<unknown>) => {
    attemptedFrom.current = document.activeElement
    await form.handleSubmit(act)()
  }
  const submit = (theirs: Stored | null): Promise<void> => attempt(body => send(body, theirs))
  const validate = async (act: (body: Body) => Promise<unknown>) => {
    setActing(true)
    await attempt(body => act(body).catch(() => undefined))
    setActing(false)
  }
  const send = async (body: Body, theirs: Stored | null) => {
    const sent = structuredClone(form.getValues())
    try {
      const saved = await save(body, { version: theirs?.version ?? version, newId, theirs })
      await onSaved(saved, stored => accept(stored, sent))
      if (isMounted()) moveOn?.(saved)
    } catch (error) {
      await explain(error, body)
    }
    onSettled?.()
  }
  const showError = (error: unknown): boolean => {
    const found = errorsOf?.(error) ?? null
    const problem = found === null ? (problemOf?.(error) ?? null) : null
    if (found) setFormErrors(form, found)
    else if (problem !== null) {
      setProblemError(error)
      form.setError('root', { message: problem })
    }
    return found !== null || problem !== null
  }
  const explain = async (error: unknown, body: Body) => {
    const isConflict =
      conflict !== undefined &&
      (await resolveConflict<Stored>(error, {
        load: conflict.load,
        differences: theirs => conflict.differences(body, theirs),
        keepMine: theirs => {
          setOverwritten(theirs)
          return submit(theirs)
        },
        takeTheirs: theirs => conflict.takeTheirs(theirs, accept),
      }))
    if (!isConflict && !showError(error)) failed(error)
  }
  return {
    form,
    values,
    dirty,
    saving,
    attempts,
    problem: errors.root?.message ?? null,
    problemError: errors.root ? problemError : null,
    version,
    submit: () => submit(overwritten),
    validate,
    showError,
    accept,
    question,
  }
}

/**
 * Whether the user moved on to another field. An element that was removed, such as a button of a dialog, left the focus
 * at no other one.
 */
function isElsewhere(from: Element | null): boolean {
  const { activeElement, body } = document
  return from !== null && from.isConnected && activeElement !== body && activeElement !== from
}
