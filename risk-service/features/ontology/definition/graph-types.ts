import type { GraphTypes } from '../../../contract/ontology/ontology.ts'
import type { OntologyDefinition } from './ontology.ts'

type NodeType = GraphTypes['nodes'][number]
type EdgeType = GraphTypes['edges'][number]

/** Merges the ontologies of all assessments: node types and edges by their ids, each with the paths of its attributes. */
export function mergeGraphTypes(ontologies: readonly OntologyDefinition[]): GraphTypes {
  const nodes = new Map<string, Omit<NodeType, 'attributes'>>()
  const edges = new Map<string, EdgeType>()
  const paths = new Map<string, Set<string>>()
  for (const ontology of ontologies) {
    for (const { id, kind, key } of ontology.nodes) if (!nodes.has(id)) nodes.set(id, { id, kind, key })
    for (const { id, from, to, attributes } of ontology.edges)
      if (!edges.has(id)) edges.set(id, { id, from, to, attributes: attributes.map(({ name }) => name) })
    for (const { node, path } of ontology.attributes) {
      const found = paths.get(node)
      if (found === undefined) paths.set(node, new Set([path]))
      else found.add(path)
    }
  }
  return {
    nodes: [...nodes.values()].map(node => ({ ...node, attributes: [...(paths.get(node.id) ?? [])] })),
    edges: [...edges.values()],
  }
}
