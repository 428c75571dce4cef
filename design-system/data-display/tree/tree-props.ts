import type { ComponentProps } from 'react'
import type { TreeNode } from './tree-nodes.ts'

type TreeName = { label: string; labelledBy?: never } | { label?: never; labelledBy: string }

export type TreeProps = Omit<ComponentProps<'div'>, 'children' | 'role' | 'onSelect'> &
  TreeName & {
    nodes: readonly TreeNode[]
    /** Number of nodes that can be chosen. `none` is a tree for navigation and actions. */
    selection?: 'none' | 'single' | 'multiple'
    /** Several nodes are chosen by checkboxes; a parent includes its children. */
    checkboxes?: boolean
    /** Ids of the chosen nodes; one at most with `single`. */
    selected?: readonly string[]
    defaultSelected?: readonly string[]
    onSelectedChange?: (selected: readonly string[]) => void
    expanded?: readonly string[]
    defaultExpanded?: readonly string[]
    onExpandedChange?: (expanded: readonly string[]) => void
    /** Called on Enter and double click. Without it Enter selects. */
    onAction?: (node: TreeNode) => void
    /** Fetches the children of a `lazy` node when it is opened for the first time. */
    loadChildren?: (node: TreeNode) => Promise<readonly TreeNode[]>
    /** Shows only nodes whose name contains this text, and their ancestors. */
    filter?: string
    /** Called on a press on a node that cannot be chosen. It is announced in any case. */
    onDisabledPress?: (node: TreeNode) => void
  }
