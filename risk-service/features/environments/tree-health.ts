import type { EnvironmentRow } from '../../kernel/environments/environment-tree.ts'

/**
 * What is permanently wrong with the place of an environment in its tree: an ancestor that is gone, a circle, or a tree
 * of two kinds. Rights and rules come down that way, so nothing in it can be trusted until it is repaired. Null when
 * all is well.
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
