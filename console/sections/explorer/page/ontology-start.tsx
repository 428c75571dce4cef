import { Button, belowLg, cn, KeyValue, KeyValueList, useMediaQuery } from '@assay/design-system'
import { GraphCanvas, type GraphData, type GraphRelation, kindStyles } from '@assay/design-system/graph'
import type { GraphTypes } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { graphKindOf } from '../../../platform/graph/ontology-kinds.ts'
import { ExplorerRail } from './explorer-rail.tsx'

type NodeType = GraphTypes['nodes'][number]
type EdgeType = GraphTypes['edges'][number]

/** Node types with a name of their own; those of the tenant's assessments have the name of the assessment. */
const named: ReadonlySet<string> = new Set([
  'Purchase',
  'User',
  'PaymentInstrument',
  'Address',
  'Product',
  'DeviceContext',
  'BankEvent',
  'PurchaseStatus',
  'Chargeback',
  'Refund',
  'Label',
  'AccountCreation',
  'AccountCreationStatus',
  'AccountLogin',
  'AccountLoginStatus',
  'AccountUpdate',
])
const nameOf = (intl: IntlShape, id: string): string =>
  named.has(id) ? intl.formatMessage({ id: `Explorer.Ontology.${id}` }) : id

/** What an edge says in the picture, where the graph of events has a word for it. */
const relationsByNode: Readonly<Record<string, GraphRelation>> = {
  User: 'owns',
  PaymentInstrument: 'paid',
  Address: 'shipped',
  DeviceContext: 'used',
  Chargeback: 'chargedBack',
}
const relationOf = ({ from, to }: EdgeType): GraphRelation =>
  from === 'PaymentInstrument' && to === 'Address' ? 'billed' : (relationsByNode[to] ?? 'linked')

/** What the graph is made of, before a query: its types with their edges, and the attributes of the one in hand. */
export function OntologyStart({ rail }: { rail: ReactNode }) {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const types = useQuery(
    api.ontology.types.queryOptions({ input: { environmentId }, staleTime: Number.POSITIVE_INFINITY }),
  )
  const [current, setCurrent] = useState('Purchase')
  const [edgeId, setEdgeId] = useState<string | null>(null)
  const data = useMemo((): GraphData => pictureOf(types.data, intl), [types.data, intl])
  const edge = types.data?.edges.find(({ id }) => id === edgeId) ?? null
  const node = types.data?.nodes.find(({ id }) => id === current) ?? null
  // Beside the picture there is no room for them on a narrow page: they stand under it.
  const under = useMediaQuery(belowLg)
  const facts =
    edge !== null ? (
      <EdgeFacts edge={edge} under={under} />
    ) : node !== null ? (
      <NodeFacts node={node} under={under} />
    ) : null
  const picture = (
    <GraphCanvas
      className="min-h-[24rem] flex-1 max-lg:min-h-fit"
      label={intl.formatMessage({ id: 'Explorer.Ontology.Title' })}
      data={data}
      loading={types.isPending}
      {...(types.isError ? { error: <FormattedMessage id="Explorer.Ontology.Failed" /> } : {})}
      onRetry={() => void types.refetch()}
      threshold={Math.max(1, data.nodes.length)}
      onCurrentChange={id => {
        setCurrent(id)
        setEdgeId(null)
      }}
      selectedEdge={edge === null ? null : { source: edge.from, target: edge.to, relation: relationOf(edge) }}
      onEdgeSelect={({ source, target }) =>
        setEdgeId(types.data?.edges.find(({ from, to }) => from === source && to === target)?.id ?? null)
      }
      startPanel={() => (rail === null ? null : <ExplorerRail>{rail}</ExplorerRail>)}
      endPanel={() => (under ? null : facts)}
    />
  )
  return under ? (
    <>
      {picture}
      {facts}
    </>
  ) : (
    picture
  )
}

function pictureOf({ nodes, edges }: GraphTypes = { nodes: [], edges: [] }, intl: IntlShape): GraphData {
  return {
    nodes: nodes.map(({ id, kind }) => ({
      id,
      kind: graphKindOf[kind],
      label: nameOf(intl, id),
      ...(id === 'Purchase' ? { root: true } : {}),
    })),
    edges: edges.map(edge => ({ source: edge.from, target: edge.to, relation: relationOf(edge) })),
  }
}

function NodeFacts({ node: { id, kind, key, attributes }, under }: { node: NodeType; under: boolean }) {
  const intl = useIntl()
  return (
    <FactsPanel name={nameOf(intl, id)} attributes={attributes} under={under}>
      <KeyValue term={<FormattedMessage id="Ontology.Key" />}>
        {key === null ? <FormattedMessage id="Ontology.Key.derived" /> : <bdi>{key}</bdi>}
      </KeyValue>
      <KeyValue term={<FormattedMessage id="DesignSystem.Graph.Column.type" />}>
        <FormattedMessage id={kindStyles[graphKindOf[kind]].one} />
      </KeyValue>
    </FactsPanel>
  )
}

function EdgeFacts({ edge: { id, from, to, attributes }, under }: { edge: EdgeType; under: boolean }) {
  const intl = useIntl()
  return (
    <FactsPanel name={id} attributes={attributes} under={under}>
      <KeyValue term={<FormattedMessage id="Ontology.Edge.From" />}>{nameOf(intl, from)}</KeyValue>
      <KeyValue term={<FormattedMessage id="Ontology.Edge.To" />}>{nameOf(intl, to)}</KeyValue>
    </FactsPanel>
  )
}

interface FactsPanelProps {
  name: string
  attributes: readonly string[]
  /** Under the picture, not beside it. */
  under: boolean
  children: ReactNode
}

function FactsPanel({ name, attributes, under, children }: FactsPanelProps) {
  const can = useCan()
  const href = useHref()
  return (
    <section
      aria-labelledby="explorer-attributes"
      className={cn(
        'grid shrink-0 content-start gap-2 border-line-subtle p-4',
        under ? 'border-bs' : 'w-panel overflow-y-auto border-s',
      )}
    >
      <h2 id="explorer-attributes" className="text-md font-semibold wrap-anywhere">
        <bdi>{name}</bdi>
      </h2>
      <p className="text-sm text-fg-secondary">
        <FormattedMessage id="Explorer.Ontology.Hint" />
      </p>
      {can('ontology') ? (
        <Button className="w-fit" size="sm" asChild>
          <Link to={href('/data/apimanagement/ontology')}>
            <FormattedMessage id="Ontology.Title" />
          </Link>
        </Button>
      ) : null}
      <KeyValueList>{children}</KeyValueList>
      <h3 className="text-sm font-medium">
        <FormattedMessage id="Explorer.Ontology.Attributes" />
      </h3>
      {attributes.length === 0 ? (
        <p className="text-sm text-fg-secondary">
          <FormattedMessage id="Explorer.Ontology.NoAttributes" />
        </p>
      ) : (
        <ul dir="ltr" className="grid gap-0.5 font-mono text-xs">
          {attributes.map(attribute => (
            <li key={attribute} className="wrap-anywhere">
              {attribute}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
