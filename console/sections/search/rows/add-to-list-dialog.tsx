import { Field, Select, Skeleton, useToast } from '@assay/design-system'
import { type CustomList, type EventRow, endOfDay, listLimits, supportLists } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { EntryFields, isWithinLimits } from '../../../platform/support-status/entry-fields.tsx'
import { emptySupportEntry } from '../../../platform/support-status/support-entries.ts'
import { statusQueries } from '../../../platform/support-status/use-status-toast.ts'
import { CustomListFields } from './custom-list-fields.tsx'
import { listedValues, type RowList, rowLists } from './listed-values.ts'
import { NoListDialog } from './no-list-dialog.tsx'

interface AddToListDialogProps {
  environmentId: string
  rows: readonly EventRow[]
  /** Support lists are offered. */
  support: boolean
  /** Custom lists are offered. */
  custom: boolean
  onClose: () => void
}

const firstWithValues = (rows: readonly EventRow[]): RowList =>
  rowLists.find(([id]) => listedValues(rows, id).length > 0)?.[0] ?? 'user'

/**
 * Adds values of events to a list: to a support list with a status, why and how long; to a custom list in one of its
 * columns, each value that it does not have yet.
 */
export function AddToListDialog({ environmentId, rows, support, custom, onClose }: AddToListDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const customLists = useQuery(
    api.customLists.list.queryOptions({ input: { environmentId, limit: listLimits.lists }, enabled: custom }),
  )
  const files = ((customLists.data?.rows ?? []) as CustomList[]).filter(({ source }) => source === 'csv')
  /** A support list by its kind, or a custom list by its id. */
  const [chosen, setChosen] = useState<string | null>(support ? firstWithValues(rows) : null)
  const list = files.find(({ id }) => id === chosen) ?? (support ? undefined : files[0])
  const supportList = list ? undefined : rowLists.find(([id]) => id === chosen)?.[0]
  const [kind, setKind] = useState(firstWithValues(rows))
  const [column, setColumn] = useState<string | null>(null)
  const [form, setForm] = useState(emptySupportEntry)
  const [attempts, setAttempts] = useState(0)
  const [dateFault, setDateFault] = useState(false)
  const values = listedValues(rows, supportList ?? kind)
  const fault =
    values.length === 0
      ? intl.formatMessage({ id: 'Search.List.None' })
      : values.length > listLimits.values
        ? intl.formatMessage({ id: 'Search.List.Limit' }, { limit: listLimits.values })
        : null
  const added = (count: number, name: string) =>
    toast({
      tone: count > 0 ? 'success' : 'info',
      title: intl.formatMessage({ id: 'Search.List.Added' }, { count, list: name }),
    })
  const save = useApiMutation({
    mutationFn: (target: RowList) =>
      client.supportLists.save({
        environmentId,
        list: target,
        values,
        status: form.status === 'Remove' ? 'Block' : form.status,
        reason: form.reason.trim(),
        comments: form.comments.trim(),
        expiresAt: form.expires === null ? null : endOfDay(form.expires, intl.timeZone ?? 'UTC'),
      }),
    invalidates: statusQueries(),
    onSuccess: (_, target) => added(values.length, supportLists[target].name),
  })
  const append = useApiMutation({
    mutationFn: ({ id, columns }: CustomList) =>
      client.customLists.append({ environmentId, listId: id, column: column ?? columns[0] ?? '', values }),
    invalidates: [api.customLists.key()],
    onSuccess: ({ added: count }: { added: number }, { name }) => added(count, name),
  })
  const running = save.isPending || append.isPending
  if (!support && customLists.isSuccess && files.length === 0) return <NoListDialog onClose={onClose} />
  return (
    <FormDialog
      title={<FormattedMessage id="Search.List.Title" values={{ count: rows.length }} />}
      confirm={<FormattedMessage id="Search.List.Confirm" values={{ count: values.length }} />}
      running={running}
      attempts={attempts}
      refusal={null}
      onSubmit={() => {
        setAttempts(count => count + 1)
        if (fault !== null || running) return
        if (list) append.mutate(list, { onSuccess: onClose })
        else if (supportList && !dateFault && isWithinLimits(form)) save.mutate(supportList, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <Field required label={<FormattedMessage id="Search.List.Which" />} {...(fault !== null ? { error: fault } : {})}>
        <Select
          options={[
            ...(support ? rowLists.map(([id]) => ({ value: id as string, label: supportLists[id].name })) : []),
            ...files.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={list?.id ?? supportList ?? ''}
          onValueChange={next => {
            setChosen(next)
            setColumn(null)
          }}
        />
      </Field>
      {list ? (
        <CustomListFields
          columns={list.columns}
          column={column ?? list.columns[0] ?? ''}
          onColumnChange={setColumn}
          kind={kind}
          onKindChange={setKind}
        />
      ) : supportList === undefined ? (
        <ListsNotReady error={customLists.error} onRetry={() => void customLists.refetch()} />
      ) : (
        <EntryFields
          value={form}
          removable={false}
          disabled={running}
          onDateProblem={setDateFault}
          onValueChange={setForm}
        />
      )}
    </FormDialog>
  )
}

/** Stands in for the fields of a list while no list can be chosen: the custom lists are loading, or could not be read. */
function ListsNotReady({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return error === null ? <Skeleton className="h-control" /> : <QueryError error={error} onRetry={onRetry} />
}
