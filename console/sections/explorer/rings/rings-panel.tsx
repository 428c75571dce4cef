import { Button, Select, SkeletonRows, useAnnounce } from '@assay/design-system'
import {
  type FoundRings,
  type Ring,
  type RingOrder,
  ringLimits,
  ringOrders,
  ringStatuses,
} from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import type { viewInput } from '../query/use-explorer-graph.ts'
import { type ListedRing, RingList } from './ring-list.tsx'
import { RingMenu } from './ring-menu.tsx'
import { useRingFocus } from './use-ring-focus.ts'

/** Rings that are read at once. */
const step = 50

interface RingsPanelProps {
  /** The range and the filters in which rings are looked for; null: the stored ones are shown. */
  search: ReturnType<typeof viewInput> | null
  onSearchEnd: () => void
  /** The ring or the node that the graph starts from. */
  current: string | null
  onOpen: (ring: ListedRing) => void
}

/** The rings of the environment, or those that were found in the chosen range. */
export function RingsPanel({ search, onSearchEnd, current, onOpen }: RingsPanelProps) {
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
        <FoundPanel search={search} onEnd={onSearchEnd} current={current} onOpen={onOpen} />
      ) : (
        <StoredPanel current={current} onOpen={onOpen} />
      )}
    </div>
  )
}

function StoredPanel({ current, onOpen }: Pick<RingsPanelProps, 'current' | 'onOpen'>) {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const [order, setOrder] = useState<RingOrder>('score')
  const [status, setStatus] = useState<(typeof ringStatuses)[number]>('open')
  const [limit, setLimit] = useState(step)
  const query = useQuery(
    api.rings.list.queryOptions({
      input: { environmentId, order, status, limit },
      staleTime: 30_000,
      placeholderData: keepPreviousData,
    }),
  )
  const rings = (query.data?.rings ?? []) as Ring[]
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
          onValueChange={next => setOrder(ringOrders.find(each => each === next) ?? order)}
        />
        <Select
          aria-label={intl.formatMessage({ id: 'Explorer.Rings.Status' })}
          options={ringStatuses.map(value => ({
            value,
            label: intl.formatMessage({ id: `Explorer.Rings.Status.${value}` }),
          }))}
          value={status}
          onValueChange={next => setStatus(ringStatuses.find(each => each === next) ?? status)}
        />
      </div>
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

interface FoundPanelProps extends Pick<RingsPanelProps, 'current' | 'onOpen'> {
  search: ReturnType<typeof viewInput>
  onEnd: () => void
}

function FoundPanel({ search, onEnd, current, onOpen }: FoundPanelProps) {
  const query = useQuery(api.rings.find.queryOptions({ input: search, staleTime: 60_000 }))
  const found = query.data as FoundRings | undefined
  const intl = useIntl()
  const announce = useAnnounce()
  useEffect(() => {
    if (found) announce(intl.formatMessage({ id: 'Explorer.Rings.Found' }, { count: found.rings.length }))
  }, [found, announce, intl])
  return (
    <section
      aria-labelledby="explorer-found"
      className="grid grid-cols-[minmax(0,1fr)] gap-1 border-be border-line-subtle py-3"
    >
      <div className="flex items-center gap-2 px-4">
        <h2 id="explorer-found" className="me-auto text-sm font-medium">
          {found ? (
            <FormattedMessage id="Explorer.Rings.Found" values={{ count: found.rings.length }} />
          ) : (
            <FormattedMessage id="Explorer.Rings.Menu" />
          )}
        </h2>
        <Button size="sm" variant="ghost" onClick={onEnd}>
          <FormattedMessage id="Explorer.Rings.Stored" />
        </Button>
      </div>
      {query.isPending ? (
        <SkeletonRows rows={3} className="*:px-4" />
      ) : query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <p className="px-4 text-xs text-fg-muted">
            <FormattedMessage
              id={found?.complete === false ? 'Explorer.Rings.LookedAtNewest' : 'Explorer.Rings.LookedAt'}
              values={{ count: found?.events ?? 0 }}
            />{' '}
            {found && found.unreported > 0 ? (
              <FormattedMessage id="Explorer.Rings.Unreported" values={{ count: found.unreported }} />
            ) : null}
          </p>
          <RingList rings={found?.rings ?? []} current={current} onOpen={onOpen} />
        </>
      )}
    </section>
  )
}
