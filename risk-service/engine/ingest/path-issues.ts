import type { Json } from '../lib/json.ts'
import { validationPrefix } from './validate.ts'

/** `pathIds`: the values of the event that the id in the path may equal, by name; absent where the path has no id. */
interface PathIdentified {
  pathIds?: (event: Json) => Record<string, unknown>
}

/** Returns messages about an id in the path that the body does not contain. Exact, after percent-decoding. */
export function pathIssues(type: PathIdentified, event: Json, pathId: string): string[] {
  const ids = type.pathIds?.(event)
  if (ids === undefined || Object.values(ids).includes(pathId)) return []
  return [`${validationPrefix}The id in the path does not equal ${Object.keys(ids).join(' or ')}`]
}
