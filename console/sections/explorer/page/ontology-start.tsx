import { Button, KeyValue, KeyValueList } from '@assay/design-system'
import { GraphCanvas, type GraphData, kindStyles } from '@assay/design-system/graph'
import { type ReactNode, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { ExplorerRail } from './explorer-rail.tsx'
import { ontologyEdges, ontologyNodes } from './ontology.ts'

/** What the graph is made of, before a query: its types with their edges, and the attributes of the one in hand. */
export function OntologyStart({ rail }: { rail: ReactNode }) {
  const intl = useIntl()
  const can = useCan()
  const href = useHref()
  const [current, setCurrent] = useState('purchase')
  const data: GraphData = useMemo(
    () => ({
      nodes: ontologyNodes.map(({ id, kind }) => ({
        id,
        kind,
        label: intl.formatMessage({ id: `Explorer.Ontology.${id}` }),
        ...(id === 'purchase' ? { root: true } : {}),
      })),
      edges: ontologyEdges.map(([source, target, relation]) => ({ source, target, relation })),
    }),
    [intl],
  )
  const shown = ontologyNodes.find(({ id }) => id === current)
  return (
    <GraphCanvas
      className="min-h-[24rem] flex-1"
      label={intl.formatMessage({ id: 'Explorer.Ontology.Title' })}
      data={data}
      threshold={data.nodes.length}
      onCurrentChange={setCurrent}
      startPanel={() => (rail === null ? null : <ExplorerRail>{rail}</ExplorerRail>)}
      endPanel={() =>
        shown ? (
          <section
            aria-labelledby="explorer-attributes"
            className="grid w-panel shrink-0 content-start gap-2 overflow-y-auto border-s border-line-subtle p-4 max-lg:hidden"
          >
            <h2 id="explorer-attributes" className="flex items-center gap-2 text-md font-semibold">
              <FormattedMessage id={`Explorer.Ontology.${shown.id}`} />
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
            <KeyValueList>
              <KeyValue term={<FormattedMessage id="Explorer.Ontology.Key" />}>{shown.key}</KeyValue>
              <KeyValue term={<FormattedMessage id="DesignSystem.Graph.Column.type" />}>
                <FormattedMessage id={kindStyles[shown.kind].one} />
              </KeyValue>
            </KeyValueList>
            <h3 className="text-sm font-medium">
              <FormattedMessage id="Explorer.Ontology.Attributes" />
            </h3>
            <ul dir="ltr" className="grid gap-0.5 font-mono text-xs">
              {shown.attributes.map(name => (
                <li key={name} className="wrap-anywhere">
                  {name}
                </li>
              ))}
            </ul>
          </section>
        ) : null
      }
    />
  )
}
