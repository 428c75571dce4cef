import type { Json } from '../lib/json.ts'
import { validationPrefix } from './validate.ts'

/** `pathIds`: what the id of the path may be, by name; absent where the path has none. */
interface PathIdentified {
  pathIds?: (event: Json) => Record<string, unknown>
}

/** Messages about an id in the path that the body does not have. Exact, after percent-decoding. */
export function pathIssues(type: PathIdentified, event: Json, pathId: string): string[] {
  const ids = type.pathIds?.(event)
  if (ids === undefined || Object.values(ids).includes(pathId)) return []
  return [`${validationPrefix}The id in the path does not equal ${Object.keys(ids).join(' or ')}`]
}
