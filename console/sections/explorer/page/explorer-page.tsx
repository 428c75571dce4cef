import { Button, ExplorerPage, Icon, PageHeader } from '@assay/design-system'
import { RotateCcw, Route, Undo2 } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { useTitle } from '../../../platform/router/use-title.ts'
import { defaultExplorer, type ExplorerState } from '../query/explorer-state.ts'
import { useExplorerAddress } from '../query/use-explorer-address.ts'
import { useQueryHistory } from '../query/use-query-history.ts'
import { ExplorerGraph } from './explorer-graph.tsx'
import { HistoryMenu, useStartText } from './history-menu.tsx'
import { OntologyStart } from './ontology-start.tsx'
import { QueryRow } from './query-row.tsx'

/** Entities and events with their links: from a value, an event or a node, outwards. */
export function Component() {
  const intl = useIntl()
  const environment = useEnvironment()
  const href = useHref()
  const textOf = useStartText()
  const { state, show, query } = useExplorerAddress()
  const history = useQueryHistory(state, query)
  const title = intl.formatMessage({ id: 'Explorer.Title' })
  useTitle(title)
  /** Another query begins without what was chosen in the one before; its display stays. */
  const run = (part: Partial<ExplorerState>) =>
    history.run({ ...state, expanded: [], walked: [], selected: [], path: null, ...part })
  const [first, second] = state.selected
  const pair = first !== undefined && second !== undefined && state.selected.length === 2
  const startKey = JSON.stringify([environment.id, state.start, state.dates, state.filters])
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
              <Button variant="ghost" disabled={state.start === null} onClick={() => query(defaultExplorer)}>
                <Icon icon={RotateCcw} />
                <FormattedMessage id="Explorer.Reset" />
              </Button>
              <HistoryMenu entries={history.entries} at={history.at} onGoTo={history.goTo} />
            </>
          }
        />
      }
      query={
        <QueryRow
          key={JSON.stringify([environment.id, state.start])}
          state={state}
          onQuery={run}
          end={
            <Button
              disabled={!pair}
              title={pair ? undefined : intl.formatMessage({ id: 'Explorer.Path.Hint' })}
              onClick={() => {
                if (pair) show({ path: [first, second] })
              }}
            >
              <Icon icon={Route} />
              <FormattedMessage id="Explorer.Path" />
            </Button>
          }
        />
      }
    >
      {state.start === null ? (
        <OntologyStart />
      ) : (
        <ExplorerGraph
          key={startKey}
          state={state}
          start={state.start}
          onShow={show}
          onQuery={run}
          rail={null}
          onCompare={undefined}
          panel={undefined}
        />
      )}
    </ExplorerPage>
  )
}
