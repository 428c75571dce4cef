import type {
  ExpandInput,
  GraphExpansion,
  GraphHub,
  GraphNeighbourhood,
  GraphNode,
  GraphPaths,
  GraphPicture,
  GraphSelection,
  GraphSelectionInput,
  NeighbourhoodInput,
  PathInput,
} from '../../../contract/index.ts'
import { type ConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'

/** Calls the procedures of the graph as a person in an environment. */
export function createGraphCalls(bench: () => ConsoleBench) {
  const post = async <Output>(
    procedure: string,
    input: unknown,
    as: string | null = 'engineer',
    environment: string = places.root,
  ) => {
    const answer = await bench().call(as, 'POST', `/environments/${environment}/graph/${procedure}`, input)
    return { ...answer, output: answer.json as Output }
  }
  type Caller = [as?: string | null, environment?: string]
  return {
    neighbourhood: (input: Partial<NeighbourhoodInput>, ...caller: Caller) =>
      post<GraphNeighbourhood>('neighbourhood', input, ...caller),
    expand: (input: Partial<ExpandInput>, ...caller: Caller) => post<GraphExpansion>('expand', input, ...caller),
    path: (input: Partial<PathInput>, ...caller: Caller) => post<GraphPaths>('path', input, ...caller),
    hubs: (values: readonly { key: string; value: string }[], ...caller: Caller) =>
      post<{ hubs: { index: number; hub: GraphHub }[] }>('hubs', { values }, ...caller),
    selection: (input: Partial<GraphSelectionInput>, ...caller: Caller) =>
      post<GraphSelection>('selection', input, ...caller),
  }
}

/** A graph that starts at the value of a key. */
export const startAt = (
  key: Extract<NeighbourhoodInput['start'], { kind: 'key' }>['key'],
  value: string,
): Pick<NeighbourhoodInput, 'start'> => ({ start: { kind: 'key', key, value } })

/** Texts of the nodes of a type. */
export const textsOf = ({ nodes }: Pick<GraphPicture, 'nodes'>, type: GraphNode['type']): string[] =>
  nodes.flatMap(node => (node.type === type ? [node.text] : [])).toSorted()

export function nodeOf({ nodes }: Pick<GraphPicture, 'nodes'>, text: string): GraphNode {
  const found = nodes.find(node => node.text === text)
  if (!found) throw new Error(`No node ${text} among ${nodes.map(node => node.text).join(', ')}`)
  return found
}

/** Edges as sentences: source, kind, target. */
export function sentencesOf({ edges, nodes }: Pick<GraphPicture, 'nodes' | 'edges'>): string[] {
  const text = new Map(nodes.map(node => [node.id, node.text]))
  return edges.map(({ source, target, kind }) => `${text.get(source)} ${kind} ${text.get(target)}`).toSorted()
}
