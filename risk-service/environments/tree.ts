import type { Kysely } from 'kysely'
import type { EnvironmentNodes } from '../access/authorize.ts'
import type { Environment } from '../contract/index.ts'
import type { Database } from '../store/schema.ts'

/** An environment as the tree knows it: structure and naming, nothing of the caller. */
export interface TreeNode {
  id: string
  tenantId: string
  parentId: string | null
  name: string
  friendlyName: string
  apiId: string
  kind: 'production' | 'sandbox'
  geography: string
  status: Environment['status']
}

/** All environments of one tenant by id. Fits `EnvironmentNodes` of the access check. */
export type EnvironmentTree = ReadonlyMap<string, TreeNode> & EnvironmentNodes

/** Statuses in which an environment no longer exists for anybody. */
const gone: readonly string[] = ['Deleted']

/** Reads the environments of a tenant, deleted ones left out. A tenant has tens of them: one indexed read per call of the API. */
export async function loadTree(db: Kysely<Database>, tenantId: string): Promise<EnvironmentTree> {
  const rows = await db.selectFrom('environment').selectAll().where('tenant_id', '=', tenantId).where('status', 'not in', gone)
    .orderBy('name').execute()
  return new Map(rows.map(row => [row.id, {
    id: row.id, tenantId: row.tenant_id, parentId: row.parent_id, name: row.name, friendlyName: row.friendly_name, apiId: row.api_id,
    kind: row.kind, geography: row.geography, status: row.status as TreeNode['status'],
  }]))
}

/** Ancestors from the root down to the parent; empty for a root or an unknown id. */
export function ancestorsOf(tree: EnvironmentTree, id: string): TreeNode[] {
  const chain: TreeNode[] = []
  const seen = new Set([id])
  for (let parent = tree.get(id)?.parentId ?? null; parent !== null && !seen.has(parent);) {
    const node = tree.get(parent)
    if (!node) break
    seen.add(parent)
    chain.unshift(node)
    parent = node.parentId
  }
  return chain
}

/** Names from the root to the environment itself. */
export function pathOf(tree: EnvironmentTree, id: string): string[] {
  const node = tree.get(id)
  return node ? [...ancestorsOf(tree, id).map(each => each.name), node.name] : []
}

/**
 * Ids of the environment and all below it of its kind: what a parent's figures and searches cover. A right on an environment
 * holds for all of them, so no further check is due.
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
