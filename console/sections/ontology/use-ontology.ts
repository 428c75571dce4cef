import {
  type FieldFigures,
  type FigurePeriod,
  type MeasuredEvents,
  type Ontology,
  type OntologyAttribute,
  personalKindsOf,
} from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../platform/api/client.ts'
import type { AttributeRow } from './attribute-columns.tsx'
import { fieldKeyOf } from './ontology-address.ts'

/** The ontology of an assessment, and its attributes with their figures as soon as those are measured. */
export function useOntology(environmentId: string, eventType: string, period: FigurePeriod) {
  const input = { environmentId, eventType }
  const ontology = useQuery(api.ontology.get.queryOptions({ input, staleTime: 30_000 }))
  const figures = useQuery(api.ontology.figures.queryOptions({ input: { ...input, period }, staleTime: 60_000 }))
  const rows = useMemo((): AttributeRow[] => rowsOf(ontology.data, figures.data), [ontology.data, figures.data])
  return { ontology, figures, rows }
}

type Figures = { measured: readonly MeasuredEvents[]; figures: readonly FieldFigures[] }

function rowsOf(ontology: Ontology | undefined, measured: Figures | undefined): AttributeRow[] {
  const keyOf = (field: { event: string; path: string }): string => fieldKeyOf(field).toLowerCase()
  const figures = new Map(measured?.figures.map(each => [keyOf(each), each]))
  const events = new Map(measured?.measured.map(each => [each.event, each.measured]))
  if (ontology === undefined) return []
  const listed = new Set(ontology.attributes.map(keyOf))
  const met = (measured?.figures ?? []).filter(each => each.filled > 0 && !listed.has(keyOf(each)))
  return [...ontology.attributes, ...met.map(each => unlistedOf(ontology, each))].map(attribute => {
    const found = figures.get(keyOf(attribute)) ?? null
    const total = events.get(attribute.event) ?? 0
    return { ...attribute, figures: found, fillRate: found === null || total === 0 ? null : found.filled / total }
  })
}

/** Describes an attribute that events have, and neither a schema nor a text names. */
function unlistedOf({ nodes, attributes }: Ontology, { event, path }: FieldFigures): OntologyAttribute {
  const block = path.slice(0, path.lastIndexOf('.') + 1)
  // An edge may have a sibling: the attribute itself is at the node.
  const sibling = attributes.find(
    each =>
      block !== '' && each.event === event && each.path.startsWith(block) && nodes.some(({ id }) => id === each.node),
  )
  return {
    event,
    path,
    node: sibling?.node ?? nodes.find(each => each.event === event)?.id ?? '',
    type: 'string',
    description: null,
    required: false,
    searchable: false,
    personal: personalKindsOf(path),
    source: 'sent',
    listed: false,
    uses: 0,
  }
}
