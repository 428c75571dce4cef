import type { Environment } from '@assay/risk-service/contract'

const write = {
  'environments.child.manage': 'write',
  'environments.root.manage': 'write',
  'environments.root.update': 'write',
} as const
/** An environment with write access, below those with the given ids. */
export function environment(id: string, parents: string[] = [], more: Partial<Environment> = {}): Environment {
  return {
    id,
    name: id,
    friendlyName: id,
    parentId: parents.at(-1) ?? null,
    kind: 'production',
    geography: 'eu',
    status: 'Active',
    failure: null,
    hasAccess: true,
    path: [...parents, id],
    ancestorIds: parents,
    customerApiId: null,
    counterpartId: null,
    description: '',
    tags: [],
    createdAt: '2026-01-12T08:00:00Z',
    roles: [],
    capabilities: write,
    ...more,
  }
}
/** Two roots; the first has two children, and one of these two of its own. */
export const tree = [
  environment('Harbor'),
  environment('EU', ['Harbor'], { tags: ['live'] }),
  environment('EU-10', ['Harbor', 'EU']),
  environment('EU-2', ['Harbor', 'EU'], { customerApiId: 'shop' }),
  environment('US', ['Harbor']),
  environment('Training'),
]
