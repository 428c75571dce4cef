import type { Environment } from '@assay/risk-service/contract'

/**
 * The geography of the tenant's first environment, where metadata are stored that belong to no environment. Null when
 * no root environment can be seen.
 */
export function firstGeography(
  environments: readonly Pick<Environment, 'createdAt' | 'geography' | 'parentId'>[],
): string | null {
  const roots = environments.filter(({ parentId }) => parentId === null)
  const [first] = roots.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
  return first?.geography ?? null
}
