import { IconButton, lazyPart } from '@assay/design-system'
import { type EventDetail, type SupportEntry, type SupportListId, supportKey } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { readRecovery } from '../../../platform/recovery/use-recovery.ts'
import { ListedStatus } from '../../../platform/support-status/listed-status.tsx'
import type { ListedValue } from '../../../platform/support-status/support-entries.ts'
import { SupportStatusBadge } from '../../../platform/support-status/support-status-badge.tsx'
import { listableValuesOf } from '../listable-values.ts'

// Most visits read and change nothing.
const SupportStatusDialog = lazyPart(() =>
  import('./support-status-dialog.tsx').then(module => ({ default: module.SupportStatusDialog })),
)

interface SupportStatusControls {
  /** The entry of a value in its list. */
  status: (list: SupportListId, value: string | null) => ReactNode
  /** Status and validity of a value, also when it is on no list; nothing for who may not see it. */
  validity: (list: SupportListId, value: string | null) => ReactNode
  /** The way to change that. */
  edit: (list: SupportListId, value: string | null, name: string) => ReactNode
}

/** Status of the values of an event on the support lists of its environment, for who may see and change it. */
export function useSupportStatus(detail: EventDetail): SupportStatusControls {
  const { environments } = useEnvironments()
  const { environmentId } = detail.row
  const level = environments.find(({ id }) => id === environmentId)?.capabilities['lists.support.entry']
  const entities = listableValuesOf(detail)
  const query = useQuery(
    api.supportEntries.get.queryOptions({
      input: { environmentId, entities },
      enabled: level !== undefined && entities.length > 0,
      staleTime: 5_000,
    }),
  )
  const entryOf = (list: SupportListId, value: string): SupportEntry | null =>
    query.data?.find(found => found.list === list && supportKey(list, found.entry.value) === supportKey(list, value))
      ?.entry ?? null
  const hasStatus = (list: SupportListId, value: string | null): value is string =>
    value !== null &&
    query.data !== undefined &&
    entities.some(each => each.list === list && each.value === value.trim())
  return {
    status: (list, value) => {
      const entry = hasStatus(list, value) ? entryOf(list, value) : null
      return entry ? <SupportStatusBadge status={entry.status} /> : null
    },
    validity: (list, value) => (hasStatus(list, value) ? <ListedStatus entry={entryOf(list, value)} /> : null),
    edit: (list, value, name) =>
      hasStatus(list, value) && level === 'write' ? (
        <EditStatus
          listed={{ list, value: value.trim() }}
          entry={entryOf(list, value)}
          environmentId={environmentId}
          name={name}
        />
      ) : null,
  }
}

function EditStatus({
  listed,
  entry,
  environmentId,
  name,
}: {
  listed: ListedValue
  entry: SupportEntry | null
  environmentId: string
  name: string
}) {
  const intl = useIntl()
  const draft = `support-status/${environmentId}/${listed.list}/${listed.value}`
  const [open, setOpen] = useState(() => readRecovery(draft) !== undefined)
  const [opened, setOpened] = useState(open)
  return (
    <>
      <IconButton
        size="sm"
        icon={Pencil}
        iconSize={12}
        label={intl.formatMessage({ id: 'SupportStatus.EditOf' }, { name })}
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      />
      {opened ? (
        <Suspense>
          <SupportStatusDialog
            open={open}
            onOpenChange={setOpen}
            listed={listed}
            entry={entry}
            environmentId={environmentId}
            draft={draft}
          />
        </Suspense>
      ) : null}
    </>
  )
}
