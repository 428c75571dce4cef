import {
  Button,
  ExplorerPage,
  focusPageTitle,
  Icon,
  PageHeader,
  Popover,
  PopoverContent,
  PopoverTrigger,
  useFormat,
  useMediaQuery,
} from '@assay/design-system'
import { isSingleNode } from '@assay/design-system/graph'
import { dayIn, graphLimits, monthsBefore } from '@assay/risk-service/contract'
import { ChevronDown, Radar, RotateCcw, Route, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { useTitle } from '../../../platform/router/use-title.ts'
import { defaultExplorer, type ExplorerState, queryKeyOf } from '../query/explorer-state.ts'
import { useExplorerAddress } from '../query/use-explorer-address.ts'
import { viewInput } from '../query/use-explorer-graph.ts'
import { useQueryHistory } from '../query/use-query-history.ts'
import type { RingSearch } from '../rings/found-rings.tsx'
import { RingsPanel } from '../rings/rings-panel.tsx'
import { ExplorerGraph } from './explorer-graph.tsx'
import { HistoryMenu } from './history-menu.tsx'
import { OntologyStart } from './ontology-start.tsx'
import { QueryRow } from './query-row.tsx'
import { SavedGraphs } from './saved-graphs.tsx'
import { useStartNames } from './use-start-names.ts'

/** Entities and events with their links: from a value, an event or a node, outwards. */
export function Component() {
  const intl = useIntl()
  const environment = useEnvironment()
  const href = useHref()
  const { textOf, onNamed } = useStartNames()
  const { timeZone } = useFormat()
  const [earliest] = useState(() => monthsBefore(dayIn(Date.now(), timeZone), graphLimits.months))
  const { state, show, query } = useExplorerAddress(earliest)
  const history = useQueryHistory(state, query)
  const wide = useMediaQuery('(width >= 1200px)')
  const [ringsOpen, setRingsOpen] = useState(false)
  const title = intl.formatMessage({ id: 'Explorer.Title' })
  useTitle(title)
  /** Another query begins without what was chosen in the one before; its display stays. */
  const run = (part: Partial<ExplorerState>) =>
    history.run({ ...state, expanded: [], walked: [], selected: [], path: null, ...part })
  const [first, second] = state.selected
  const pair = state.selected.length === 2 && state.selected.every(isSingleNode)
  const [search, setSearch] = useState<RingSearch | null>(null)
  const findRings = (next: RingSearch) => {
    setSearch(next)
    setRingsOpen(true)
  }
  const rings = (
    <RingsPanel
      search={search}
      list={state}
      onListChange={show}
      onSearchEnd={() => setSearch(null)}
      current={state.start?.kind === 'ring' ? state.start.ring : state.start?.kind === 'node' ? state.start.node : null}
      onOpen={ring => {
        setRingsOpen(false)
        run({ start: 'id' in ring ? { kind: 'ring', ring: ring.id } : { kind: 'node', node: ring.name.node } })
      }}
    />
  )
  const startKey = `${environment.id} ${queryKeyOf(state)}`
  return (
    <ExplorerPage
      name={title}
      header={
        <PageHeader
          title={<FormattedMessage id="Explorer.Title" />}
          breadcrumb={[
            { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
            { id: 'explorer', label: title },
          ]}
          meta={state.start ? <bdi>{textOf(state.start)}</bdi> : undefined}
          actions={
            <>
              <Button variant="ghost" disabled={history.previous === undefined} onClick={history.previous}>
                <Icon icon={Undo2} />
                <FormattedMessage id="Explorer.Previous" />
              </Button>
              <Button
                variant="ghost"
                disabled={state.start === null}
                onClick={() => {
                  query(defaultExplorer)
                  focusPageTitle()
                }}
              >
                <Icon icon={RotateCcw} />
                <FormattedMessage id="Explorer.Reset" />
              </Button>
              <SavedGraphs state={state} onOpen={history.run} />
              <HistoryMenu entries={history.entries} textOf={textOf} at={history.at} onGoTo={history.goTo} />
            </>
          }
        />
      }
      query={
        <QueryRow
          key={JSON.stringify([environment.id, state.start])}
          state={state}
          title={state.start ? textOf(state.start) : null}
          onQuery={run}
          onShow={show}
          rings={
            wide ? null : (
              <Popover open={ringsOpen} onOpenChange={setRingsOpen}>
                <PopoverTrigger asChild>
                  <Button>
                    <FormattedMessage id="Explorer.Rings.Menu" />
                    <Icon icon={ChevronDown} size={12} />
                  </Button>
                </PopoverTrigger>
                <PopoverContent
                  align="end"
                  label={intl.formatMessage({ id: 'Explorer.Rings.Menu' })}
                  className="max-h-[60dvh] w-rail overflow-y-auto p-0"
                >
                  {rings}
                </PopoverContent>
              </Popover>
            )
          }
          end={
            <>
              <Button
                disabled={!pair}
                title={pair ? undefined : intl.formatMessage({ id: 'Explorer.Path.Hint' })}
                onClick={() => {
                  if (first !== undefined && second !== undefined) show({ path: [first, second] })
                }}
              >
                <Icon icon={Route} />
                <FormattedMessage id="Explorer.Path" />
              </Button>
              <Button variant="primary" onClick={() => findRings(viewInput(state, environment.id, timeZone))}>
                <Icon icon={Radar} />
                <FormattedMessage id="Explorer.FindRings" />
              </Button>
            </>
          }
        />
      }
    >
      {state.start === null ? (
        <OntologyStart rail={wide ? rings : null} />
      ) : (
        <ExplorerGraph
          key={startKey}
          state={state}
          start={state.start}
          title={textOf(state.start)}
          onNamed={onNamed}
          onShow={show}
          onQuery={run}
          onFindRings={findRings}
          rail={rings}
        />
      )}
    </ExplorerPage>
  )
}
