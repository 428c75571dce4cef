import { Field, Select, Skeleton, useToast } from '@assay/design-system'
import {
  type CustomList,
  endOfDay,
  listLimits,
  type SupportListId,
  supportListIds,
  supportLists,
} from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../api/client.ts'
import { QueryError } from '../errors/page-error.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useApiMutation } from '../mutations/use-api-mutation.ts'
import { EntryFields, isWithinLimits } from '../support-status/entry-fields.tsx'
import { emptySupportEntry } from '../support-status/support-entries.ts'
import { statusQueries } from '../support-status/use-status-toast.ts'
import { CustomListFields } from './custom-list-fields.tsx'
import type { ListedValues } from './listed-values.ts'
import { NoListDialog } from './no-list-dialog.tsx'

interface AddToListDialogProps {
  environmentId: string
  /** The values that can be added. */
  values: ListedValues
  /** Number of events or nodes that they are of. */
  count: number
  /** Support lists are offered. */
  support: boolean
  /** Custom lists are offered. */
  custom: boolean
  /** Title; by default about events. */
  title?: ReactNode
  /** Values of several kinds go to their support lists at once, unless another list is chosen. */
  together?: boolean
  /** Called when values were added. */
  onSaved?: () => void
  onClose: () => void
}

const kindsOf = (values: ListedValues): SupportListId[] => supportListIds.filter(id => values[id] !== undefined)
const withValues = (values: ListedValues): SupportListId[] => supportListIds.filter(id => (values[id] ?? []).length > 0)
/** Chosen instead of a list: the support list of each kind. */
const all = 'all'
const firstWithValues = (values: ListedValues): SupportListId => withValues(values)[0] ?? 'user'

/**
 * Adds values of events or entities to a list: to a support list with a status, why and how long; to a custom list in one of its
 * columns, each value that it does not have yet.
 */
export function AddToListDialog({
  environmentId,
  values: offered,
  count,
  support,
  custom,
  title,
  together = false,
  onSaved,
  onClose,
}: AddToListDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const customLists = useQuery(
    api.customLists.list.queryOptions({ input: { environmentId, limit: listLimits.lists }, enabled: custom }),
  )
  const files = ((customLists.data?.rows ?? []) as CustomList[]).filter(({ source }) => source === 'csv')
  const offersAll = support && together && withValues(offered).length > 1
  /** A support list by its kind, a custom list by its id, or all support lists. */
  const [chosen, setChosen] = useState<string | null>(offersAll ? all : support ? firstWithValues(offered) : null)
  const list = files.find(({ id }) => id === chosen) ?? (support ? undefined : files[0])
  const supportList = list ? undefined : kindsOf(offered).find(id => id === chosen)
  const targets = offersAll && chosen === all ? withValues(offered) : supportList ? [supportList] : []
  const [kind, setKind] = useState(firstWithValues(offered))
  const [column, setColumn] = useState<string | null>(null)
  const [form, setForm] = useState(emptySupportEntry)
  const [attempts, setAttempts] = useState(0)
  const [dateFault, setDateFault] = useState(false)
  const values = [...(offered[kind] ?? [])]
  const added = list ? [values] : targets.map(id => offered[id] ?? [])
  const total = added.reduce((sum, each) => sum + each.length, 0)
  const fault =
    total === 0
      ? intl.formatMessage({ id: 'Search.List.None' })
      : added.some(each => each.length > listLimits.values)
        ? intl.formatMessage({ id: 'Search.List.Limit' }, { limit: listLimits.values })
        : null
  const announce = (stored: number, name: string) =>
    toast({
      tone: stored > 0 ? 'success' : 'info',
      title: intl.formatMessage({ id: 'Search.List.Added' }, { count: stored, list: name }),
    })
  const save = useApiMutation({
    mutationFn: async (lists: readonly SupportListId[]) => {
      // One after another: after a refusal, another attempt writes the same entries again.
      for (const target of lists)
        await client.supportLists.save({
          environmentId,
          list: target,
          values: [...(offered[target] ?? [])],
          status: form.status === 'Remove' ? 'Block' : form.status,
          reason: form.reason.trim(),
          comments: form.comments.trim(),
          expiresAt: form.expires === null ? null : endOfDay(form.expires, intl.timeZone ?? 'UTC'),
        })
    },
    invalidates: statusQueries(),
    onSuccess: (_, lists) => announce(total, intl.formatList(lists.map(id => supportLists[id].name))),
  })
  const append = useApiMutation({
    mutationFn: ({ id, columns }: CustomList) =>
      client.customLists.append({ environmentId, listId: id, column: column ?? columns[0] ?? '', values }),
    invalidates: [api.customLists.key()],
    onSuccess: ({ added: stored }: { added: number }, { name }) => announce(stored, name),
  })
  const done = () => {
    onSaved?.()
    onClose()
  }
  const running = save.isPending || append.isPending
  if (!support && customLists.isSuccess && files.length === 0) return <NoListDialog onClose={onClose} />
  return (
    <FormDialog
      title={title ?? <FormattedMessage id="Search.List.Title" values={{ count }} />}
      confirm={<FormattedMessage id="Search.List.Confirm" values={{ count: total }} />}
      running={running}
      attempts={attempts}
      refusal={null}
      onSubmit={() => {
        setAttempts(before => before + 1)
        if (fault !== null || running) return
        if (list) append.mutate(list, { onSuccess: done })
        else if (!dateFault && isWithinLimits(form)) save.mutate(targets, { onSuccess: done })
      }}
      onClose={onClose}
    >
      <Field required label={<FormattedMessage id="Search.List.Which" />} {...(fault !== null ? { error: fault } : {})}>
        <Select
          options={[
            ...(offersAll ? [{ value: all, label: intl.formatMessage({ id: 'Search.List.All' }) }] : []),
            ...(support ? kindsOf(offered).map(id => ({ value: id as string, label: supportLists[id].name })) : []),
            ...files.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={list?.id ?? supportList ?? (targets.length > 0 ? all : '')}
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
          kinds={kindsOf(offered)}
          kind={kind}
          onKindChange={setKind}
        />
      ) : targets.length === 0 ? (
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
