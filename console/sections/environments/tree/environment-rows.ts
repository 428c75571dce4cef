import type { Environment } from '@assay/risk-service/contract'

/** A visible environment, with its position in the tree grid. */
export interface EnvironmentRow {
  environment: Environment
  level: number
  position: number
  setSize: number
  /** Undefined for one without children. */
  expanded: boolean | undefined
}

const normalise = (text: string) => text.trim().toLocaleLowerCase()

/** True when name, display name, id, customer API id or a tag contains the text. */
export function matchesText({ name, friendlyName, id, customerApiId, tags }: Environment, text: string): boolean {
  const query = normalise(text)
  return (
    query === '' || [name, friendlyName, id, customerApiId ?? '', ...tags].some(each => normalise(each).includes(query))
  )
}

/**
 * Rows in reading order. A search shows what it found and the way there, all of it open; otherwise the children of
 * collapsed environments are left out. Siblings stand in the order of their display names.
 */
export function environmentRows(
  environments: readonly Environment[],
  { collapsed, text }: { collapsed: ReadonlySet<string>; text: string },
): EnvironmentRow[] {
  const allIds = new Set(environments.map(({ id }) => id))
  const searching = text.trim() !== ''
  const shownIds = new Set(
    searching
      ? environments.filter(each => matchesText(each, text)).flatMap(({ id, ancestorIds }) => [id, ...ancestorIds])
      : allIds,
  )
  const children = Map.groupBy(
    environments.filter(({ id }) => shownIds.has(id)),
    ({ parentId }) => (parentId !== null && allIds.has(parentId) ? parentId : ''),
  )
  const rows: EnvironmentRow[] = []
  const add = (parentId: string, level: number) => {
    const siblings = [...(children.get(parentId) ?? [])].sort(
      (a, b) => a.friendlyName.localeCompare(b.friendlyName, undefined, { numeric: true }) || (a.id < b.id ? -1 : 1),
    )
    for (const [index, environment] of siblings.entries()) {
      const parent = children.has(environment.id)
      const expanded = parent ? searching || !collapsed.has(environment.id) : undefined
      rows.push({ environment, level, position: index + 1, setSize: siblings.length, expanded })
      if (expanded) add(environment.id, level + 1)
    }
  }
  add('', 1)
  return rows
}

/** Ids of all environments that have children. */
export function parentIds(environments: readonly Environment[]): Set<string> {
  const parents = new Set(environments.map(({ parentId }) => parentId))
  return new Set(environments.map(({ id }) => id).filter(id => parents.has(id)))
}
