import { Button, Select, SkeletonRows, useFormat } from '@assay/design-system'
import { type Ring, ringLimits, ringOrders, ringStatuses } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import type { ExplorerState } from '../query/explorer-state.ts'
import { FoundRings, type RingSearch } from './found-rings.tsx'
import { type ListedRing, RingList } from './ring-list.tsx'
import { RingMenu } from './ring-menu.tsx'
import { useRingFocus } from './use-ring-focus.ts'

/** Rings that are read at once. */
const step = 50

interface RingsPanelProps {
  /** Where rings are looked for; null: the stored ones are shown. */
  search: RingSearch | null
  /** Which of the stored ones are listed, and in which order. */
  list: Pick<ExplorerState, 'ringStatus' | 'ringOrder'>
  onListChange: (change: Partial<RingsPanelProps['list']>) => void
  onSearchEnd: () => void
  /** The ring or the node that the graph starts from. */
  current: string | null
  onOpen: (ring: ListedRing) => void
}

/** The rings of the environment, or those that were found in the chosen range. */
export function RingsPanel({ search, list, onListChange, onSearchEnd, current, onOpen }: RingsPanelProps) {
  const area = useRef<HTMLDivElement>(null)
  const isFound = search !== null
  const wasFound = useRef(isFound)
  useEffect(() => {
    // The button that led back to the stored ones is gone.
    if (wasFound.current && !isFound && document.activeElement === document.body)
      area.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
    wasFound.current = isFound
  }, [isFound])
  return (
    <div ref={area}>
      {search ? (
        <FoundRings search={search} onEnd={onSearchEnd} current={current} onOpen={onOpen} />
      ) : (
        <StoredPanel list={list} onListChange={onListChange} current={current} onOpen={onOpen} />
      )}
    </div>
  )
}

type StoredPanelProps = Pick<RingsPanelProps, 'list' | 'onListChange' | 'current' | 'onOpen'>

function StoredPanel({ list, onListChange, current, onOpen }: StoredPanelProps) {
  const intl = useIntl()
  const format = useFormat()
  const { id: environmentId } = useEnvironment()
  const { ringOrder: order, ringStatus: status } = list
  const [limit, setLimit] = useState(step)
  const query = useQuery(
    api.rings.list.queryOptions({
      input: { environmentId, order, status, limit },
      staleTime: 30_000,
      placeholderData: keepPreviousData,
    }),
  )
  const rings = (query.data?.rings ?? []) as Ring[]
  const currentUntil = query.data?.currentUntil ?? null
  const area = useRef<HTMLElement>(null)
  const focus = useRingFocus(area)
  return (
    <section
      ref={area}
      {...focus}
      aria-labelledby="explorer-rings"
      className="grid grid-cols-[minmax(0,1fr)] gap-1 border-be border-line-subtle py-3"
    >
      <div className="flex items-center gap-2 px-4">
        <h2 id="explorer-rings" className="me-auto text-sm font-medium">
          {query.data ? (
            <FormattedMessage id="Explorer.Rings" values={{ count: query.data.total }} />
          ) : (
            <FormattedMessage id="Explorer.Rings.Menu" />
          )}
        </h2>
      </div>
      <div className="grid grid-cols-2 gap-2 px-4">
        <Select
          aria-label={intl.formatMessage({ id: 'Explorer.Rings.Order' })}
          options={ringOrders.map(value => ({
            value,
            label: intl.formatMessage({ id: `Explorer.Rings.By.${value}` }),
          }))}
          value={order}
          onValueChange={next => onListChange({ ringOrder: ringOrders.find(each => each === next) ?? order })}
        />
        <Select
          aria-label={intl.formatMessage({ id: 'Explorer.Rings.Status' })}
          options={ringStatuses.map(value => ({
            value,
            label: intl.formatMessage({ id: `Explorer.Rings.Status.${value}` }),
          }))}
          value={status}
          onValueChange={next => onListChange({ ringStatus: ringStatuses.find(each => each === next) ?? status })}
        />
      </div>
      {currentUntil === null ? null : (
        <p className="px-4 text-xs text-fg-muted">
          <FormattedMessage id="Explorer.Rings.CurrentUntil" values={{ time: format.dateTime(currentUntil) }} />
        </p>
      )}
      {query.isPending ? (
        <SkeletonRows rows={3} className="*:px-4" />
      ) : query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : rings.length === 0 ? (
        <p className="px-4 py-2 text-sm text-fg-secondary">
          <FormattedMessage id="Explorer.Rings.None" />
        </p>
      ) : (
        <>
          <RingList
            rings={rings}
            current={current}
            onOpen={onOpen}
            actions={ring => <RingMenu ring={ring} environmentId={ring.environmentId} />}
          />
          {rings.length < (query.data?.total ?? 0) && limit < ringLimits.listed ? (
            <Button
              className="mx-4 justify-self-start"
              size="sm"
              loading={query.isPlaceholderData}
              onClick={() => setLimit(before => Math.min(before + step, ringLimits.listed))}
            >
              <FormattedMessage id="Explorer.Rings.More" />
            </Button>
          ) : null}
        </>
      )}
    </section>
  )
}
