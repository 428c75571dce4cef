import type { Selectable } from 'kysely'
import { type EnvironmentStatus, isStatusShown } from '../../contract/environments/environment-definitions.ts'
import type { Environment } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'
import type { EnvironmentTable } from '../../ports/tables/environments.ts'
import type { EnvironmentNodes } from '../access/authorize.ts'

/** An environment in the tree: structure and names, without the caller's rights. */
export interface TreeNode {
  id: string
  tenantId: string
  parentId: string | null
  name: string
  friendlyName: string
  /** Customer API id. */
  apiId: string | null
  kind: 'production' | 'sandbox'
  geography: string
  status: EnvironmentStatus
  failure: Environment['failure']
  counterpartId: string | null
  description: string
  tags: readonly string[]
  createdAt: Date
}

/** All environments of one tenant by id. Fits `EnvironmentNodes` of the access check. */
export type EnvironmentTree = ReadonlyMap<string, TreeNode> &
  EnvironmentNodes & {
    /** Removed environments: no caller can open them, and their counts stay in the figures of their ancestors. */
    readonly removed?: readonly Pick<TreeNode, 'id' | 'parentId'>[]
  }

class EnvironmentTreeMap extends Map<string, TreeNode> {
  readonly removed: TreeNode[] = []
}

/** Reads the environments of a tenant. A tenant has tens of them: one indexed read per call of the API. */
export async function loadEnvironmentTree(db: Db, tenantId: string): Promise<EnvironmentTree> {
  const rows = await db
    .selectFrom('environment')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('name')
    .execute()
  const tree = new EnvironmentTreeMap()
  for (const row of rows) {
    const node = toNode(row)
    if (isStatusShown(node.status)) tree.set(node.id, node)
    else tree.removed.push(node)
  }
  return tree
}

export type EnvironmentRow = Selectable<EnvironmentTable>

function toNode(row: EnvironmentRow): TreeNode {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    parentId: row.parent_id,
    name: row.name,
    friendlyName: row.friendly_name,
    apiId: row.api_id,
    kind: row.kind,
    geography: row.geography,
    status: row.status as EnvironmentStatus,
    failure: row.failure as TreeNode['failure'],
    counterpartId: row.counterpart_id,
    description: row.description,
    tags: row.tags,
    createdAt: row.created_at,
  }
}

/** Returns the ancestors from the root down to the parent; empty for a root or an unknown id. */
export function ancestorsOf(tree: EnvironmentTree, id: string): TreeNode[] {
  const chain: TreeNode[] = []
  const seen = new Set([id])
  for (let parent = tree.get(id)?.parentId ?? null; parent !== null && !seen.has(parent); ) {
    const node = tree.get(parent)
    if (!node) break
    seen.add(parent)
    chain.unshift(node)
    parent = node.parentId
  }
  return chain
}

/** Returns the root above an environment; the id itself for a root or an unknown id. */
export function rootIdOf(tree: EnvironmentTree, id: string): string {
  return ancestorsOf(tree, id)[0]?.id ?? id
}

/** Returns the names from the root to the environment itself. */
export function pathOf(tree: EnvironmentTree, id: string): string[] {
  const node = tree.get(id)
  return node ? [...ancestorsOf(tree, id).map(each => each.name), node.name] : []
}

/**
 * Returns the ids of the environment and of all below it of its kind: the scope of a parent's figures and searches. A
 * right on an environment applies to all of them, so that no further check is needed.
 */
export function scopeOf(tree: EnvironmentTree, id: string): string[] {
  const root = tree.get(id)
  if (!root) return []
  const scope = [id]
  for (let next = 0; next < scope.length; next += 1) {
    for (const node of tree.values()) {
      if (node.parentId === scope[next] && node.kind === root.kind && !scope.includes(node.id)) scope.push(node.id)
    }
  }
  return scope
}

/** Returns the scope and the environments removed below it, whose counts are part of a parent's figures. */
export function countedScopeOf(tree: EnvironmentTree, scope: readonly string[]): string[] {
  const figures = [...scope]
  for (let next = 0; next < figures.length; next += 1) {
    for (const node of tree.removed ?? [])
      if (node.parentId === figures[next] && !figures.includes(node.id)) figures.push(node.id)
  }
  return figures
}
/** Returns the environment after its ancestors, the root first. */
export const environmentChain = ({
  tree,
  environmentId,
}: {
  tree: EnvironmentTree
  environmentId: string
}): string[] => [...ancestorsOf(tree, environmentId).map(node => node.id), environmentId]
