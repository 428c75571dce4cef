import { Button, KeyValue, KeyValueList, SidePanel } from '@assay/design-system'
import type { Ontology, OntologyEdge, OntologyNode } from '@assay/risk-service/contract'
import type { Ref } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { AttributeRow } from '../attribute-columns.tsx'
import { PanelSection } from '../field/panel-section.tsx'
import { fieldKeyOf, isField, type PartAddress } from '../ontology-address.ts'

interface PartPanelProps {
  ref: Ref<HTMLElement>
  ontology: Ontology
  node: OntologyNode | null
  edge: OntologyEdge | null
  /** Attributes with what is known of them. */
  rows: readonly AttributeRow[]
  onPartChange: (part: PartAddress) => void
  onFieldOpen: (key: string) => void
  onClose: () => void
}

/** What the chosen node type or edge is; nothing while neither is chosen. */
export function PartPanel({ ref, ontology, node, edge, rows, onPartChange, onFieldOpen, onClose }: PartPanelProps) {
  const name = edge?.id ?? node?.id
  if (name === undefined) return null
  return (
    <SidePanel
      ref={ref}
      tabIndex={-1}
      title={
        <bdi dir="ltr" className="font-mono">
          {name}
        </bdi>
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 px-4 pbe-4">
        {edge !== null ? (
          <EdgeFacts edge={edge} rows={rows} onPartChange={onPartChange} onFieldOpen={onFieldOpen} />
        ) : node !== null ? (
          <NodeFacts node={node} edges={ontology.edges} rows={rows} onPartChange={onPartChange} />
        ) : null}
      </div>
    </SidePanel>
  )
}

type NodeFactsProps = Pick<PartPanelProps, 'rows' | 'onPartChange'> & {
  node: OntologyNode
  edges: readonly OntologyEdge[]
}

/** What identifies a node type, and its edges. */
function NodeFacts({ node, edges, rows, onPartChange }: NodeFactsProps) {
  const intl = useIntl()
  const own = edges.filter(({ from, to }) => from === node.id || to === node.id)
  return (
    <>
      <KeyValueList>
        <KeyValue term={intl.formatMessage({ id: 'Ontology.Key' })}>
          {node.key === null ? <FormattedMessage id="Ontology.Key.derived" /> : <bdi>{node.key}</bdi>}
        </KeyValue>
        <KeyValue term={intl.formatMessage({ id: 'Ontology.Event' })}>
          <bdi>{node.event}</bdi>
        </KeyValue>
        <KeyValue term={intl.formatMessage({ id: 'Ontology.Column.Attribute' })}>
          <AttributeCount count={rows.filter(each => each.node === node.id).length} />
        </KeyValue>
      </KeyValueList>
      <PanelSection headingId="Ontology.Edges">
        {own.length === 0 ? (
          <Hint id="Ontology.Edges.None" />
        ) : (
          <ul className="flex flex-col gap-1">
            {own.map(({ id, attributes }) => (
              <li key={id} className="flex flex-wrap items-baseline gap-x-3">
                <PartButton name={id} onOpen={() => onPartChange({ node: null, edge: id })} />
                <span className="text-xs text-fg-secondary">
                  <AttributeCount count={attributes.length} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </PanelSection>
    </>
  )
}

type EdgeFactsProps = Pick<PartPanelProps, 'rows' | 'onPartChange' | 'onFieldOpen'> & { edge: OntologyEdge }

/** What an edge joins, and the attributes that it has itself. */
function EdgeFacts({ edge, rows, onPartChange, onFieldOpen }: EdgeFactsProps) {
  const end = (id: string) => <PartButton name={id} onOpen={() => onPartChange({ node: id, edge: null })} />
  return (
    <>
      <KeyValueList>
        <KeyValue term={<FormattedMessage id="Ontology.Edge.From" />}>{end(edge.from)}</KeyValue>
        <KeyValue term={<FormattedMessage id="Ontology.Edge.To" />}>{end(edge.to)}</KeyValue>
      </KeyValueList>
      <PanelSection headingId="Ontology.Edge.Attributes">
        {edge.attributes.length === 0 ? (
          <Hint id="Ontology.Edge.NoAttributes" />
        ) : (
          <ul className="flex flex-col gap-3">
            {edge.attributes.map(({ name, ...field }) => {
              const row = rows.find(each => isField(each, fieldKeyOf(field)))
              return (
                <li key={name} className="flex flex-col gap-0.5">
                  <span className="flex flex-wrap items-baseline gap-x-3">
                    <PartButton name={name} onOpen={() => onFieldOpen(fieldKeyOf(field))} />
                    <span className="text-xs text-fg-secondary">{row?.type}</span>
                  </span>
                  <bdi dir="ltr" className="self-start font-mono text-xs wrap-anywhere text-fg-secondary">
                    {field.path}
                  </bdi>
                  {row?.description ? (
                    <span lang="en" className="text-xs text-fg-secondary">
                      {row.description}
                    </span>
                  ) : null}
                </li>
              )
            })}
          </ul>
        )}
      </PanelSection>
    </>
  )
}

const Hint = ({ id }: { id: string }) => (
  <p className="text-sm text-fg-secondary">
    <FormattedMessage id={id} />
  </p>
)

const PartButton = ({ name, onOpen }: { name: string; onOpen: () => void }) => (
  <Button variant="ghost" size="sm" className="-ms-2 font-mono" onClick={onOpen}>
    <bdi>{name}</bdi>
  </Button>
)

const AttributeCount = ({ count }: { count: number }) => (
  <FormattedMessage id="Ontology.Edge.AttributeCount" values={{ count }} />
)
