import { type FilterCondition, type FilterField, type FilterIssue, filterIssueOf } from '../filter-bar/filter-model.ts'

/** Connective of the members of a group. */
export const queryModes = ['all', 'any', 'none'] as const
export type QueryMode = (typeof queryModes)[number]

/** Conditions and groups under one connective. */
export interface QueryGroup {
  id: string
  mode: QueryMode
  items: readonly QueryItem[]
}
export type QueryItem = FilterCondition | QueryGroup

/** A position among the members of a group. */
export interface QueryInsertionPoint {
  group: string
  index: number
}

export type QueryStep = 'up' | 'down' | 'in' | 'out'
export type QueryIssue = FilterIssue | 'Empty' | 'UnknownField'

/** Maximum depth of groups, including the outermost: deeper ones are unreadable as a sentence. */
export const maxQueryDepth = 4

export const isQueryGroup = (item: QueryItem): item is QueryGroup => 'items' in item

export interface QueryPosition {
  item: QueryItem
  /** Null for the outermost group. */
  parent: QueryGroup | null
  index: number
  /** 0 for the outermost group. */
  depth: number
}

/** Position of an item; undefined when it is not (or no longer) part of the query. */
export function findItem(root: QueryGroup, id: string): QueryPosition | undefined {
  const walk = (
    item: QueryItem,
    parent: QueryGroup | null,
    index: number,
    depth: number,
  ): QueryPosition | undefined => {
    if (item.id === id) return { item, parent, index, depth }
    if (!isQueryGroup(item)) return undefined
    for (const [at, child] of item.items.entries()) {
      const found = walk(child, item, at, depth + 1)
      if (found) return found
    }
    return undefined
  }
  return walk(root, null, 0, 0)
}

function mapGroups(group: QueryGroup, change: (group: QueryGroup) => QueryGroup): QueryGroup {
  return change({ ...group, items: group.items.map(item => (isQueryGroup(item) ? mapGroups(item, change) : item)) })
}

/** Replaces one item; the others retain their identity by id. */
export function replaceItem(root: QueryGroup, id: string, next: QueryItem): QueryGroup {
  if (root.id === id) return isQueryGroup(next) ? next : root
  return mapGroups(root, group => ({ ...group, items: group.items.map(item => (item.id === id ? next : item)) }))
}

export function insertItem(root: QueryGroup, { group, index }: QueryInsertionPoint, item: QueryItem): QueryGroup {
  return mapGroups(root, candidate =>
    candidate.id === group
      ? { ...candidate, items: [...candidate.items.slice(0, index), item, ...candidate.items.slice(index)] }
      : candidate,
  )
}

export function removeItem(root: QueryGroup, id: string): QueryGroup {
  return mapGroups(root, group => ({ ...group, items: group.items.filter(item => item.id !== id) }))
}

/** Depth of groups inside an item, including itself. */
const nestingDepth = (item: QueryItem): number =>
  isQueryGroup(item) ? 1 + Math.max(0, ...item.items.map(nestingDepth)) : 0

/** Whether an item may be placed in a group: not inside itself, and not deeper than the maximum. */
export function canInsert(root: QueryGroup, item: QueryItem, groupId: string): boolean {
  const target = findItem(root, groupId)
  if (!target || !isQueryGroup(target.item)) return false
  if (isQueryGroup(item) && findItem(item, groupId)) return false
  return target.depth + 1 + nestingDepth(item) <= maxQueryDepth
}

/** Moves an item to a position that counts before its removal; returns the same query where it does not fit. */
export function moveItem(root: QueryGroup, id: string, place: QueryInsertionPoint): QueryGroup {
  const from = findItem(root, id)
  if (!from?.parent || !canInsert(root, from.item, place.group)) return root
  const shift = from.parent.id === place.group && from.index < place.index ? 1 : 0
  return insertItem(removeItem(root, id), { group: place.group, index: place.index - shift }, from.item)
}

/** Target of one keyboard step; undefined where there is nothing in that direction. */
export function insertionPointAfterStep(
  root: QueryGroup,
  id: string,
  step: QueryStep,
): QueryInsertionPoint | undefined {
  const from = findItem(root, id)
  if (!from?.parent) return undefined
  const { parent, index, item } = from
  const outer = findItem(root, parent.id)
  const place = {
    up: index > 0 ? { group: parent.id, index: index - 1 } : undefined,
    down: index < parent.items.length - 1 ? { group: parent.id, index: index + 2 } : undefined,
    in: (() => {
      const before = parent.items[index - 1]
      return before && isQueryGroup(before) ? { group: before.id, index: before.items.length } : undefined
    })(),
    out: outer?.parent ? { group: outer.parent.id, index: outer.index + 1 } : undefined,
  }[step]
  return place && canInsert(root, item, place.group) ? place : undefined
}

/** The item that gets the focus after a removal: the next of its group, the one before, the group. */
export function focusTargetAfterRemoval(root: QueryGroup, id: string): string {
  const from = findItem(root, id)
  if (!from?.parent) return root.id
  return (from.parent.items[from.index + 1] ?? from.parent.items[from.index - 1] ?? from.parent).id
}

/** Issues that prevent the query from being run, by the id of the item. */
export function findQueryIssues(root: QueryGroup, fields: readonly FilterField[]): ReadonlyMap<string, QueryIssue> {
  const issues = new Map<string, QueryIssue>()
  const walk = (group: QueryGroup, outermost: boolean) => {
    if (!outermost && group.items.length === 0) issues.set(group.id, 'Empty')
    for (const item of group.items) {
      if (isQueryGroup(item)) {
        walk(item, false)
        continue
      }
      const field = fields.find(candidate => candidate.id === item.field)
      const issue = field
        ? filterIssueOf(
            field,
            field.operators.find(operator => operator.id === item.operator),
            item.values,
          )
        : 'UnknownField'
      if (issue) issues.set(item.id, issue)
    }
  }
  walk(root, true)
  return issues
}

/** Number of conditions in a group, including its subgroups. */
export const countConditions = (group: QueryGroup): number =>
  group.items.reduce((sum, item) => sum + (isQueryGroup(item) ? countConditions(item) : 1), 0)

/** Number of a condition among all of the query, from one, in their order on screen; 0 for one outside of it. */
export function conditionNumber(root: QueryGroup, id: string): number {
  const idsIn = (group: QueryGroup): string[] =>
    group.items.flatMap(item => (isQueryGroup(item) ? idsIn(item) : [item.id]))
  return idsIn(root).indexOf(id) + 1
}
