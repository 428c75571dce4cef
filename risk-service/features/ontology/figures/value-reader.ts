import { isReceived, ontologyLimits } from '../../../contract/ontology/ontology-definitions.ts'
import type { ContrastCell } from '../../../engine/contrast/types.ts'
import { isObject } from '../../../engine/lib/json.ts'
import { createRequestReader } from '../../contrast/request-values.ts'
import type { DefinedAttribute } from '../definition/ontology.ts'
import type { StoredBody } from './event-bodies.ts'

/** Reads the values of all attributes of an event at once. */
export interface ValueReader {
  /** Paths in the order of the cells; those that no schema lists are added as they are met. */
  paths: readonly string[]
  /** Returns the values by attribute, null for none; the same array for every event. */
  read: (body: StoredBody) => readonly ContrastCell[]
}

/** Creates the reader of the attributes of one event. Values that the service derives are not stored, and not read. */
export function createValueReader(attributes: readonly DefinedAttribute[]): ValueReader {
  const paths: string[] = []
  const open: number[] = []
  const cells: ContrastCell[] = []
  let unlisted = 0
  const add = (path: string): number => paths.push(path) - 1
  const reader = createRequestReader(path => (unlisted++ < ontologyLimits.unlisted ? add(path) : null))
  for (const { path, type, source } of attributes) {
    if (!isReceived(source)) continue
    const index = add(path)
    if (type === 'object') {
      open.push(index)
      reader.openBlock(path)
    } else reader.addPath(path, index)
  }
  return {
    paths,
    read({ sent, device }) {
      for (let index = 0; index < paths.length; index++) cells[index] = null
      reader.read(sent, cells)
      if (isObject(device)) reader.read({ deviceAttributes: device }, cells)
      for (const index of open) if (hasMembers(sent, paths[index] ?? '')) cells[index] = true as unknown as ContrastCell
      while (cells.length < paths.length) cells.push(null)
      return cells
    },
  }
}

function hasMembers(sent: unknown, path: string): boolean {
  const block = path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), sent)
  return isObject(block) && Object.keys(block).length > 0
}
