import * as Direction from 'radix-ui/direction'
import type { KeyboardEvent } from 'react'
import { keys } from '../../lib/keys.ts'
import { findTypeaheadMatch } from '../../lib/typeahead/typeahead.ts'
import { useTypeahead } from '../../lib/typeahead/use-typeahead.ts'
import { isParent, type TreeNode, type TreeRow } from './tree-nodes.ts'

const page = 10

export interface TreeCommands {
  rows: readonly TreeRow[]
  activeIndex: number
  multiple: boolean
  loaded: ReadonlyMap<string, readonly TreeNode[]>
  focusRow: (row: TreeRow | undefined) => void
  setOpen: (ids: readonly string[], open: boolean) => void
  activate: (row: TreeRow) => void
  select: (row: TreeRow, how: 'only' | 'toggle' | 'range') => void
  selectAll: () => void
}

/** The keys of a tree. Keys that open and close follow the visual direction: they mirror with the reading direction. */
export function useTreeKeys({
  rows,
  activeIndex,
  multiple,
  loaded,
  focusRow,
  setOpen,
  activate,
  select,
  selectAll,
}: TreeCommands) {
  const direction = Direction.useDirection()
  const readTyped = useTypeahead()

  return (event: KeyboardEvent<HTMLElement>) => {
    const row = rows[activeIndex]
    // A control inside a row handles its own keys.
    if (!row || event.defaultPrevented || event.altKey || !(event.target as HTMLElement).matches('[role="treeitem"]'))
      return
    const command = event.ctrlKey || event.metaKey
    const step = (index: number) => {
      const target = rows[Math.min(Math.max(index, 0), rows.length - 1)]
      focusRow(target)
      if (target && multiple && event.shiftKey) select(target, 'range')
    }
    const moves: Record<string, () => void> = {
      ArrowDown: () => step(activeIndex + 1),
      ArrowUp: () => step(activeIndex - 1),
      Home: () => step(0),
      End: () => step(rows.length - 1),
      PageDown: () => step(activeIndex + page),
      PageUp: () => step(activeIndex - page),
      [keys.next(direction)]: () =>
        row.expanded === false
          ? setOpen([row.node.id], true)
          : row.expanded && rows[activeIndex + 1]?.parentId === row.node.id
            ? focusRow(rows[activeIndex + 1])
            : undefined,
      [keys.previous(direction)]: () =>
        row.expanded ? setOpen([row.node.id], false) : focusRow(parentRow(rows, activeIndex)),
      '*': () =>
        setOpen(
          rows
            .filter(each => each.level === row.level && each.parentId === row.parentId && isParent(each.node, loaded))
            .map(each => each.node.id),
          true,
        ),
      Enter: () => activate(row),
      ' ': () => select(row, multiple && event.shiftKey ? 'range' : multiple ? 'toggle' : 'only'),
    }
    if (command) {
      if (!multiple || event.key.toLowerCase() !== 'a') return
      event.preventDefault()
      selectAll()
      return
    }
    const move = moves[event.key]
    if (move) {
      event.preventDefault()
      move()
      return
    }
    const typed = readTyped(event)
    if (typed === undefined) return
    event.preventDefault()
    const names = rows.map(({ node: { name } }) => name)
    focusRow(rows[findTypeaheadMatch(names, activeIndex, typed)])
  }
}

/** The nearest row above with a lower level: correct even where the data repeats an id. */
function parentRow(rows: readonly TreeRow[], index: number): TreeRow | undefined {
  const level = rows[index]?.level ?? 1
  return rows.slice(0, index).findLast(row => row.level === level - 1)
}
