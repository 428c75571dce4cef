import { Button, Callout, Field, focusInvalidField, SidePanel, Textarea, useToast } from '@assay/design-system'
import {
  dayIn,
  endOfDay,
  listLimits,
  type SupportEntry,
  type SupportListId,
  supportKey,
  supportLists,
} from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { isOtherPage, useLeaveGuard } from '../../../platform/forms/use-leave-guard.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { CurrentEntry } from '../../../platform/support-status/current-entry.tsx'
import { EntryFields, isWithinLimits } from '../../../platform/support-status/entry-fields.tsx'
import {
  buildUndo,
  emptySupportEntry,
  parseValues,
  type SupportEntryForm,
} from '../../../platform/support-status/support-entries.ts'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import { listErrorOf } from '../list-errors.ts'
import { PanelFooter } from '../panel-footer.tsx'
import { type ListLeaveGuard, useRegisterLeaveGuard } from '../use-register-leave-guard.ts'

interface SupportEditPanelProps {
  list: SupportListId
  /** Values that were chosen in the table. */
  values: readonly string[]
  onGuard: (guard: ListLeaveGuard | null) => void
  onClose: () => void
  onSaved: () => void
}
interface Summary {
  added: number
  updated: number
  unchanged: number
  removed: number
  notFound: readonly string[]
}

const emptySummary: Summary = { added: 0, updated: 0, unchanged: 0, removed: 0, notFound: [] }

/** Values of a support list, one per line, and what they are to be. */
export function SupportEditPanel({ list, values: chosen, onGuard, onClose, onSaved }: SupportEditPanelProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const environment = useEnvironment()
  const offline = useOffline()
  // What the form began with, or begins with after it was saved.
  const [start, setStart] = useState(chosen.join('\n'))
  const [text, setText] = useState(start)
  const [entry, setEntry] = useState<SupportEntryForm>(emptySupportEntry)
  const [touched, setTouched] = useState(false)
  const [dateFault, setDateFault] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [attempted, setAttempted] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  // The first value that the service refused.
  const [refusedValue, setRefusedValue] = useState('')
  const [summary, setSummary] = useState<Summary | null>(null)
  // The state before the last change, for Undo.
  const [before, setBefore] = useState<{ values: readonly string[]; entries: readonly SupportEntry[] } | null>(null)
  const values = parseValues(text)
  const debounced = useDebouncedValue(values.length === 1 ? (values[0] ?? '') : '')
  const lookable = debounced !== '' && debounced.length <= listLimits.value && !/\p{Cc}/u.test(debounced)
  const current = useQuery(
    api.supportLists.find.queryOptions({
      input: { environmentId: environment.id, list, values: [debounced] },
      enabled: lookable,
      staleTime: 2_000,
    }),
  )
  const found = current.data?.find(({ value }) => supportKey(list, value) === supportKey(list, debounced)) ?? null
  // Exactly one entry exists: the form shows its values until something is changed.
  useEffect(() => {
    if (found && !touched)
      setEntry({
        status: found.status,
        reason: found.reason,
        comments: found.comments,
        expires: found.expiresAt === null ? null : dayIn(Date.parse(found.expiresAt), intl.timeZone ?? 'UTC'),
      })
  }, [found, touched, intl.timeZone])
  const dirty = touched || text !== start
  useRecovery(
    `lists/support/${environment.id}/${list}`,
    dirty || text !== '' ? { text, entry, touched } : null,
    recovered => {
      setText(recovered.text)
      setEntry(recovered.entry)
      setTouched(recovered.touched)
    },
  )
  const { guard, question } = useLeaveGuard(dirty, isOtherPage)
  useRegisterLeaveGuard(onGuard, guard, dirty)
  const tooLong = values.find(value => value.length > listLimits.value || /\p{Cc}/u.test(value))
  const valueFault =
    values.length === 0
      ? attempted
        ? 'Lists.Support.NeedsValue'
        : null
      : values.length > listLimits.values
        ? 'Lists.Support.TooMany'
        : tooLong === undefined
          ? fault
          : 'Lists.Support.ValueLong'

  const undo = useApiMutation({
    mutationFn: async ({ remove, save }: ReturnType<typeof buildUndo>) => {
      if (remove.length > 0) await client.supportLists.remove({ environmentId: environment.id, list, values: remove })
      for (const group of save)
        await client.supportLists.save({ environmentId: environment.id, list, values: group.values, ...group.entry })
    },
    onSuccess: () => toast({ title: intl.formatMessage({ id: 'Lists.Support.Undone' }) }),
    onSettled: onSaved,
  })
  const takeBack = () => {
    if (!before) return
    setBefore(null)
    setSummary(null)
    undo.mutate(buildUndo(list, before.values, before.entries, Date.now()))
  }
  const words = (done: Summary) =>
    intl.formatMessage(
      { id: 'Lists.Support.Summary' },
      { added: done.added, updated: done.updated, removed: done.removed, missing: done.notFound.length },
    )
  const update = useApiMutation({
    mutationFn: async ({ values: sent, form: chosenEntry }: { values: string[]; form: SupportEntryForm }) => {
      const target = { environmentId: environment.id, list, values: sent }
      const entries = await client.supportLists.find(target)
      const { status, expires } = chosenEntry
      const reason = chosenEntry.reason.trim()
      const comments = chosenEntry.comments.trim()
      const expiresAt = expires === null ? null : endOfDay(expires, intl.timeZone ?? 'UTC')
      const done: Summary = {
        ...emptySummary,
        ...(status === 'Remove'
          ? await client.supportLists.remove({ ...target, comments })
          : await client.supportLists.save({ ...target, status, reason, comments, expiresAt })),
      }
      return { done, entries }
    },
    onSuccess: ({ done, entries }, { values: sent }) => {
      setSummary(done)
      setStart('')
      setText('')
      setEntry(emptySupportEntry)
      setTouched(false)
      setAttempted(false)
      onSaved()
      setBefore({ values: sent.filter(value => !done.notFound.includes(value)), entries })
    },
    onError: (error, { values: sent }) => {
      const refusal = listErrorOf(error)
      const place = refusal?.kind === 'field' ? /^values\.(\d+)$/.exec(refusal.field)?.[1] : undefined
      if (place !== undefined) {
        setRefusedValue(sent[Number(place)] ?? '')
        setFault('Lists.Support.ValueError')
      } else if (refusal?.kind === 'limit') setFault('Lists.Support.Full')
      else return false
      return true
    },
  })
  const saving = update.isPending
  const submit = () => {
    setAttempted(true)
    setFault(null)
    if (values.length === 0 || valueFault !== null || dateFault || !isWithinLimits(entry))
      return focusInvalidField(form.current)
    setSummary(null)
    update.mutate({ values, form: entry })
  }
  return (
    <SidePanel
      title={
        <FormattedMessage id="Lists.Edit.Title" values={{ name: <bdi key="name">{supportLists[list].name}</bdi> }} />
      }
      onClose={() => guard(onClose)}
    >
      <form
        ref={form}
        noValidate
        className="flex min-h-full flex-col"
        onSubmit={event => {
          event.preventDefault()
          if (!saving && !offline) submit()
        }}
      >
        <div className="flex flex-1 flex-col gap-4 p-4">
          {summary === null ? null : (
            <Callout
              tone={summary.notFound.length > 0 ? 'warning' : 'success'}
              live
              title={words(summary)}
              actions={
                before && summary.added + summary.updated + summary.removed > 0 ? (
                  <Button size="sm" variant="ghost" disabled={offline} onClick={takeBack}>
                    <FormattedMessage id="Common.Undo" />
                  </Button>
                ) : undefined
              }
            >
              {summary.notFound.length > 0 ? (
                <p dir="ltr" className="font-mono text-xs wrap-anywhere">
                  {summary.notFound.slice(0, 20).join(', ')}
                </p>
              ) : null}
            </Callout>
          )}
          <Field
            label={<FormattedMessage id="Lists.Support.Values" />}
            description={<FormattedMessage id="Lists.Support.ValuesHelp" values={{ limit: listLimits.values }} />}
            required
            labelEnd={
              <span className="text-xs text-fg-muted tabular-nums">
                <FormattedMessage id="Lists.Support.ValueCount" values={{ count: values.length }} />
              </span>
            }
            {...(valueFault === null
              ? {}
              : {
                  error: (
                    <FormattedMessage
                      id={valueFault}
                      values={{
                        limit:
                          valueFault === 'Lists.Support.ValueLong'
                            ? listLimits.value
                            : valueFault === 'Lists.Support.Full'
                              ? listLimits.entries
                              : listLimits.values,
                        value: <bdi key="value">{(tooLong ?? refusedValue).slice(0, 40)}</bdi>,
                      }}
                    />
                  ),
                })}
          >
            <Textarea
              value={text}
              rows={5}
              mono
              autoFocus
              spellCheck={false}
              disabled={saving}
              onChange={event => {
                setText(event.target.value)
                setFault(null)
              }}
            />
          </Field>
          {lookable && values.length === 1 && current.data !== undefined ? (
            <div role="status">
              <CurrentEntry entry={found} />
            </div>
          ) : null}
          <EntryFields
            value={entry}
            removable
            disabled={saving}
            onDateProblem={setDateFault}
            onValueChange={next => {
              setEntry(next)
              setTouched(true)
            }}
          />
        </div>
        <PanelFooter reason={offline ? <FormattedMessage id="Offline.Writes" /> : null}>
          <Button onClick={() => guard(onClose)}>
            <FormattedMessage id="Common.Cancel" />
          </Button>
          <Button
            type="submit"
            variant={entry.status === 'Remove' ? 'danger' : 'primary'}
            loading={saving}
            disabled={offline}
          >
            <FormattedMessage id={entry.status === 'Remove' ? 'Lists.Support.Remove' : 'Common.Update'} />
          </Button>
        </PanelFooter>
      </form>
      {question}
    </SidePanel>
  )
}
