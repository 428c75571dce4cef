import type { EnvironmentRow } from '../../kernel/environments/environment-tree.ts'

/**
 * Finds a permanent fault in the place of an environment in its tree: a missing ancestor, a circle, or a tree of two
 * kinds. Rights and rules are inherited along the tree, so that nothing in it can be trusted until it is repaired. Null
 * without a fault.
 */
export function findTreeFault(
  row: Pick<EnvironmentRow, 'id' | 'parent_id' | 'kind'>,
  family: ReadonlyMap<string, Pick<EnvironmentRow, 'id' | 'parent_id' | 'kind' | 'status'>>,
): string | null {
  const seen = new Set([row.id])
  for (let parentId = row.parent_id; parentId !== null; ) {
    const parent = family.get(parentId)
    if (!parent || parent.status === 'Deleted') return 'parentMissing'
    if (seen.has(parent.id)) return 'circle'
    if (parent.kind !== row.kind) return 'mixedKinds'
    seen.add(parent.id)
    parentId = parent.parent_id
  }
  return null
}
