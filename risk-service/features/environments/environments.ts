import type { Environment } from '../../contract/index.ts'
import { type AccessSubject, canSee, capabilitiesIn, rolesIn } from '../../kernel/access/authorize.ts'
import { ancestorsOf, type EnvironmentTree, pathOf } from '../../kernel/environments/environment-tree.ts'

/**
 * Returns the environments that a user may see: those with a role, and their ancestors, which only show the path to
 * them (`hasAccess` false, no rights). Parents precede their children, siblings are sorted by name.
 */
export function visibleEnvironments(subject: AccessSubject, tree: EnvironmentTree): Environment[] {
  const reached = [...tree.keys()].filter(id => canSee(subject, id, tree))
  const shown = new Set(reached.flatMap(id => [id, ...ancestorsOf(tree, id).map(node => node.id)]))
  return [...shown]
    .map(id => describeEnvironment(subject, tree, id))
    .filter(environment => environment !== null)
    .sort((a, b) => comparePaths(a.path, b.path))
}

/** Describes an environment with the fields that the caller may see. */
export function describeEnvironment(subject: AccessSubject, tree: EnvironmentTree, id: string): Environment | null {
  const node = tree.get(id)
  if (!node) return null
  const hasAccess = canSee(subject, id, tree)
  const roles = hasAccess ? rolesIn(subject, id, tree) : []
  return {
    id,
    name: node.name,
    friendlyName: node.friendlyName,
    parentId: node.parentId,
    kind: node.kind,
    geography: node.geography,
    status: node.status,
    failure: node.failure,
    hasAccess,
    path: pathOf(tree, id),
    ancestorIds: ancestorsOf(tree, id).map(each => each.id),
    customerApiId: hasAccess ? node.apiId : null,
    counterpartId: hasAccess && node.counterpartId !== null && tree.has(node.counterpartId) ? node.counterpartId : null,
    description: hasAccess ? node.description : '',
    tags: hasAccess ? [...node.tags] : [],
    createdAt: node.createdAt.toISOString(),
    roles,
    capabilities: hasAccess ? capabilitiesIn(subject, id, tree) : {},
  }
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let level = 0; level < Math.min(a.length, b.length); level += 1) {
    const left = a[level] ?? ''
    const right = b[level] ?? ''
    if (left !== right) return left < right ? -1 : 1
  }
  return a.length - b.length
}
