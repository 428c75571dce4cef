import { Button, EmptyState, Progress, useAnnounce } from '@assay/design-system'
import type { FoundRings as Found } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { GraphError } from '../query/graph-error.tsx'
import type { viewInput } from '../query/use-explorer-graph.ts'
import { type ListedRing, RingList } from './ring-list.tsx'

/** The range and the filters in which rings are looked for; with nodes, only among their events. */
export type RingSearch = ReturnType<typeof viewInput> & { nodes?: string[] }

interface FoundRingsProps {
  search: RingSearch
  onEnd: () => void
  /** The node that the graph starts from. */
  current: string | null
  onOpen: (ring: ListedRing) => void
}

/** Rings that are looked for on request: until they are there, the search can be stopped. */
export function FoundRings({ search, onEnd, current, onOpen }: FoundRingsProps) {
  /** The search for which the rings are listed, too, against which nothing speaks. */
  const [whole, setWhole] = useState<RingSearch | null>(null)
  const input = whole === search ? { ...search, all: true } : search
  const options = api.rings.find.queryOptions({ input, staleTime: 60_000 })
  const query = useQuery(options)
  const queries = useQueryClient()
  const found = query.data as Found | undefined
  const intl = useIntl()
  const announce = useAnnounce()
  useEffect(() => {
    if (found) announce(intl.formatMessage({ id: 'Explorer.Rings.Found' }, { count: found.rings.length }))
  }, [found, announce, intl])
  const state = query.isFetching && !found ? 'running' : query.isError ? 'failed' : found ? 'found' : 'stopped'
  const area = useRef<HTMLDivElement>(null)
  const shown = useRef(state)
  useEffect(() => {
    // The button that was pressed is gone with its state.
    if (shown.current !== state && document.activeElement === document.body)
      area.current?.querySelector('button')?.focus()
    shown.current = state
  }, [state])
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
      <div ref={area} className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {state === 'running' ? (
          <div aria-busy className="grid gap-3 px-4 py-2">
            <Progress value={null} label={<FormattedMessage id="Explorer.Rings.Running" />} />
            <Button
              size="sm"
              className="justify-self-start"
              onClick={() => void queries.cancelQueries({ queryKey: options.queryKey })}
            >
              <FormattedMessage id="DesignSystem.Graph.Stop" />
            </Button>
          </div>
        ) : state === 'failed' ? (
          <GraphError error={query.error} retry="Explorer.FindRings" onRetry={() => void query.refetch()} />
        ) : state === 'stopped' ? (
          <EmptyState
            title={<FormattedMessage id="Explorer.Rings.Stopped" />}
            actions={
              <Button size="sm" onClick={() => void query.refetch()}>
                <FormattedMessage id="Explorer.FindRings" />
              </Button>
            }
          />
        ) : (
          <>
            <p className="px-4 text-xs text-fg-muted">
              <FormattedMessage
                id={found?.complete === false ? 'Explorer.Rings.LookedAtNewest' : 'Explorer.Rings.LookedAt'}
                values={{ count: found?.events ?? 0 }}
              />{' '}
              {found && found.unreported > 0 ? (
                <>
                  <FormattedMessage id="Explorer.Rings.Unreported" values={{ count: found.unreported }} />{' '}
                  <Button size="sm" variant="ghost" onClick={() => setWhole(search)}>
                    <FormattedMessage id="Explorer.Rings.ShowAll" />
                  </Button>
                </>
              ) : null}
            </p>
            <RingList rings={found?.rings ?? []} current={current} onOpen={onOpen} />
          </>
        )}
      </div>
    </section>
  )
}
