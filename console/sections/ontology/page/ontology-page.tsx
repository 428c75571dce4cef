import {
  Callout,
  DataTable,
  type DataTableStatus,
  ListPage,
  lazyPart,
  PageHeader,
  SegmentedControl,
  Select,
  Skeleton,
  useMediaQuery,
} from '@assay/design-system'
import { type FigurePeriod, figurePeriods } from '@assay/risk-service/contract'
import { Suspense, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { SearchBox } from '../../../platform/hotkeys/search-box.tsx'
import { useParameterText } from '../../../platform/router/use-parameter-text.ts'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { type AttributeRow, attributeColumns } from '../attribute-columns.tsx'
import { FieldPanel } from '../field/field-panel.tsx'
import { fieldKeyOf, isField, ontologyParameters, ontologyViews, type PartAddress } from '../ontology-address.ts'
import { PartPanel } from '../part/part-panel.tsx'
import { PartSelect } from '../part/part-select.tsx'
import { useOntology } from '../use-ontology.ts'
import { usePanelFocus } from '../use-panel-focus.ts'
import { DropsBanner } from './drops-banner.tsx'

const OntologyGraph = lazyPart(() => import('./ontology-graph.tsx').then(module => ({ default: module.OntologyGraph })))
const OutagePanel = lazyPart(() =>
  import('../outage/outage-panel.tsx').then(module => ({ default: module.OutagePanel })),
)
/** Stands in the address for all API clients. */
const allClients = '*'
const viewNames = {
  canvas: 'DesignSystem.Graph.ShowCanvas',
  both: 'DesignSystem.Graph.ShowBoth',
  list: 'DesignSystem.Graph.ShowList',
} as const
const periods = Object.keys(figurePeriods) as FigurePeriod[]

/** Node types, edges and attributes of the events of an assessment, with how they are filled and who reads them. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const environment = useEnvironment()
  const [state, setState, hrefOf] = useSearchState(ontologyParameters)
  const [text, look] = useParameterText(state.q, q => setState({ q }))
  const narrow = useMediaQuery('(width < 40rem)')
  const view = state.view ?? (narrow ? 'list' : 'both')
  const title = intl.formatMessage({ id: 'Ontology.Title' })
  useTitle(title)
  const { ontology, figures, rows } = useOntology(environment.id, state.type, state.period)
  const columns = useMemo(() => attributeColumns(intl), [intl])
  const matching = useMemo(() => rows.filter(row => isMatch(row, text)), [rows, text])
  const node = ontology.data?.nodes.find(({ id }) => id === state.node) ?? null
  const edge = ontology.data?.edges.find(({ id }) => id === state.edge) ?? null
  const listed = useMemo(() => {
    if (edge === null) return node === null ? matching : matching.filter(row => row.node === node.id)
    const own = new Set(edge.attributes.map(fieldKeyOf))
    return matching.filter(row => own.has(fieldKeyOf(row)))
  }, [edge, node, matching])
  const current = rows.find(row => isField(row, state.field)) ?? null
  const part = edge?.id ?? node?.id ?? null
  /** The part whose panel was closed: it narrows the list still, which a panel over a narrow page would cover. */
  const [closed, setClosed] = useState<string | null>(null)
  const choosePart = (change: PartAddress & Partial<Pick<typeof state, 'field' | 'view'>>) => {
    setClosed(null)
    setState(change)
  }
  const panel = usePanelFocus(current === null ? (part === closed ? null : part) : fieldKeyOf(current))
  const canSimulate = useCan()('rules')
  const assessed = figures.data?.measured[0]

  if (ontology.isError && ontology.data === undefined)
    return <QueryError page error={ontology.error} onRetry={() => void ontology.refetch()} />
  const status: DataTableStatus = ontology.isPending ? 'loading' : listed.length === 0 ? 'noResults' : 'ready'
  return (
    <ListPage
      name={title}
      header={
        <PageHeader
          title={title}
          breadcrumb={[
            { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
            { id: 'ontology', label: title },
          ]}
          meta={<bdi>{environment.friendlyName}</bdi>}
          actions={
            <SegmentedControl
              label={intl.formatMessage({ id: 'Ontology.View' })}
              segments={ontologyViews.map(value => ({ value, label: intl.formatMessage({ id: viewNames[value] }) }))}
              value={view}
              onValueChange={next => setState({ view: next })}
            />
          }
        />
      }
      bars={
        <div className="flex min-h-bar flex-wrap items-center gap-x-4 gap-y-2 border-y border-line-subtle px-page py-1">
          <Select
            size="sm"
            className="w-auto"
            aria-label={intl.formatMessage({ id: 'Ontology.Assessment' })}
            options={(ontology.data?.eventTypes ?? []).map(({ key, name }) => ({ value: key, label: name }))}
            value={state.type}
            onValueChange={type => setState({ type, node: null, edge: null, field: null })}
          />
          {ontology.data === undefined ? null : (
            <PartSelect
              ontology={ontology.data}
              node={node?.id ?? null}
              edge={edge?.id ?? null}
              onPartChange={change => choosePart({ ...change, field: null })}
            />
          )}
          <SearchBox
            label={intl.formatMessage({ id: 'Ontology.Search' }, { count: rows.length })}
            value={text}
            onChange={look}
          />
          <Select
            size="sm"
            className="w-auto"
            aria-label={intl.formatMessage({ id: 'Ontology.Period' })}
            options={periods.map(value => ({ value, label: intl.formatMessage({ id: `Ontology.Period.${value}` }) }))}
            value={state.period}
            onValueChange={period => setState({ period })}
          />
          {ontology.data === undefined ? null : (
            <span className="text-xs text-fg-secondary tabular-nums">
              <FormattedMessage
                id="Ontology.Counts"
                values={{ types: ontology.data.nodes.length, edges: ontology.data.edges.length }}
              />
            </span>
          )}
          {assessed === undefined ? null : (
            <span role="status" className="text-xs text-fg-secondary tabular-nums">
              {assessed.measured < assessed.events ? (
                <FormattedMessage
                  id="Ontology.MeasuredPart"
                  values={{ events: assessed.events, measured: assessed.measured }}
                />
              ) : (
                <FormattedMessage id="Ontology.Measured" values={{ events: assessed.events }} />
              )}
            </span>
          )}
        </div>
      }
      notice={
        <>
          <DropsBanner
            eventType={state.type}
            canSimulate={canSimulate}
            hrefOf={(field, client) =>
              hrefOf({ field, outage: client === undefined ? null : (client ?? allClients), view: 'list' })
            }
          />
          {figures.isError ? (
            <Callout tone="warning" live className="mx-page my-2">
              <FormattedMessage id="Ontology.NotMeasured" />
            </Callout>
          ) : null}
        </>
      }
      panel={
        current === null ? (
          ontology.data === undefined || part === null || part === closed ? undefined : (
            <PartPanel
              ref={panel}
              ontology={ontology.data}
              node={node}
              edge={edge}
              rows={rows}
              onPartChange={choosePart}
              onFieldOpen={field => setState({ field })}
              onClose={() => setClosed(part)}
            />
          )
        ) : (
          <FieldPanel
            key={fieldKeyOf(current)}
            ref={panel}
            eventType={state.type}
            row={current}
            measured={figures.data?.measured.find(({ event }) => event === current.event)}
            period={state.period}
            onSimulate={
              canSimulate && current.event === state.type
                ? clientId => setState({ outage: clientId ?? allClients })
                : undefined
            }
            onClose={() => setState({ field: null })}
          />
        )
      }
    >
      {current === null || state.outage === null || !canSimulate ? null : (
        <Suspense>
          <OutagePanel
            key={`${fieldKeyOf(current)} ${state.outage}`}
            eventType={state.type}
            path={current.path}
            clientId={state.outage === allClients ? null : state.outage}
            onClose={() => setState({ outage: null })}
          />
        </Suspense>
      )}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col xl:flex-row">
        {view === 'list' ? null : (
          <div className="min-h-[24rem] min-w-0 flex-1 border-line-subtle max-sm:shrink-0 max-sm:grow-0 max-sm:basis-auto max-xl:border-be xl:border-e">
            {ontology.data === undefined ? (
              <Skeleton className="m-4" />
            ) : (
              <Suspense fallback={<Skeleton className="m-4" />}>
                <OntologyGraph
                  ontology={ontology.data}
                  shown={matching}
                  node={node?.id ?? null}
                  edge={edge}
                  onPartChange={change =>
                    choosePart({
                      ...change,
                      field: null,
                      view: change.node !== null && view === 'canvas' ? 'both' : state.view,
                    })
                  }
                />
              </Suspense>
            )}
          </div>
        )}
        {view === 'canvas' ? null : (
          <DataTable
            className="min-h-[20rem] min-w-0 flex-1"
            label={intl.formatMessage({ id: 'Ontology.Attributes' })}
            narrow="scroll"
            processing="client"
            columns={columns}
            rows={listed}
            getRowId={fieldKeyOf}
            getRowName={row => row.path}
            status={status}
            currentRowId={current === null ? null : fieldKeyOf(current)}
            onCurrentRowChange={field => setState({ field })}
            onRowOpen={row => setState({ field: fieldKeyOf(row) })}
          />
        )}
      </div>
    </ListPage>
  )
}

/** Whether an attribute has every word of a search in its path, description, event or node. */
function isMatch({ path, description, event, node }: AttributeRow, text: string): boolean {
  const all = `${path}\n${description ?? ''}\n${event}\n${node}`.toLocaleLowerCase()
  return text
    .toLocaleLowerCase()
    .split(/\s+/)
    .every(word => all.includes(word))
}
