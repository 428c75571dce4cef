import type { Dependency } from '../../contract/index.ts'
import { parse } from '../parse/parse.ts'
import type { Statement } from '../parse/syntax-tree.ts'
import { type TreeNode, visitNodes } from '../parse/visit-nodes.ts'
import { collectReferences } from './references.ts'

/** A text of the query language under the name of its place: a clause, a velocity, a property. */
export interface PlacedText {
  place: string | null
  text: string
}

/** A resource that an attribute is passed to. */
type ReceivingResource = Pick<Dependency, 'kind' | 'name'>

/** An attribute that a text reads. */
export interface AttributeRead {
  /** Path as it is written, without indexes of arrays; empty for the event as a whole. */
  path: string
  /** The block under the path is read as JSON, with all that it contains. */
  isBlock: boolean
  place: string | null
  /** Events that a velocity counts, as they stand after FROM; null where the text itself does not say. */
  events: readonly string[] | null
  /** Lists, calls, functions and velocities that get the value as an argument, also by a variable. */
  receivers: readonly ReceivingResource[]
}

const receivingKinds: ReadonlySet<Dependency['kind']> = new Set([
  'list',
  'supportList',
  'externalCall',
  'externalAssessment',
  'function',
  'velocity',
])

/**
 * Returns the attributes that the texts of one resource read, each once for every place. Texts share their variables
 * in the given order; one that cannot be parsed reads nothing.
 */
export function attributeReadsOf(texts: readonly PlacedText[]): AttributeRead[] {
  /** Reads behind a variable, by its name in lower case. */
  const variables = new Map<string, Set<FoundRead>>()
  const found: FoundRead[] = []
  for (const { place, text } of texts) {
    const statements = parse(text).statements ?? []
    const reads = createPlaceReads(place, eventsOf(statements))
    for (const statement of statements) {
      const behind = new Set<FoundRead>()
      visitNodes(statement, (node, enclosing) => {
        const own =
          node.kind === 'variable' ? [...(variables.get(variableKey(node.name)) ?? [])] : readsOfNode(node, reads)
        if (own.length === 0) return
        const receivers = receiversOf(enclosing)
        for (const read of own) {
          for (const receiver of receivers) addReceiver(read, receiver)
          behind.add(read)
        }
      })
      if (statement.variable !== null) variables.set(variableKey(statement.variable.name), behind)
    }
    found.push(...reads.all())
  }
  return found
}

const variableKey = (name: string): string => name.replace(/^\$/, '').toLowerCase()

interface FoundRead extends AttributeRead {
  receivers: ReceivingResource[]
}

/** Collects the reads of one place: the same path twice is one read. */
function createPlaceReads(place: string | null, events: readonly string[] | null) {
  const byPath = new Map<string, FoundRead>()
  return {
    all: () => byPath.values(),
    add(path: string, isBlock: boolean): FoundRead {
      const key = `${isBlock ? 'block' : ''}\n${path.toLowerCase()}`
      const read = byPath.get(key) ?? { path, isBlock, place, events, receivers: [] }
      byPath.set(key, read)
      return read
    },
  }
}

function readsOfNode(node: TreeNode, reads: ReturnType<typeof createPlaceReads>): FoundRead[] {
  if (node.kind === 'attribute') return [reads.add(withoutIndexes(node.path), false)]
  if (node.kind === 'json') return [reads.add(withoutIndexes(node.path ?? ''), true)]
  return []
}

const withoutIndexes = (path: string): string => path.replace(/\[\d*\]/g, '')

function addReceiver(read: FoundRead, receiver: ReceivingResource): void {
  const isSame = ({ kind, name }: ReceivingResource): boolean =>
    kind === receiver.kind && name.toLowerCase() === receiver.name.toLowerCase()
  if (!read.receivers.some(isSame)) read.receivers.push(receiver)
}

function receiversOf(enclosing: readonly TreeNode[]): ReceivingResource[] {
  const receivers: ReceivingResource[] = []
  for (const node of enclosing)
    collectReferences(node, (kind, name) => {
      if (receivingKinds.has(kind)) receivers.push({ kind, name })
    })
  return receivers
}

function eventsOf(statements: readonly Statement[]): string[] | null {
  const selects = statements.flatMap(({ select }) => (select === null ? [] : [select]))
  if (selects.length === 0) return null
  return selects.flatMap(({ events }) =>
    events.map(({ assessment, observation }) => (observation === null ? assessment : `${assessment}:${observation}`)),
  )
}
