import type { ComponentProps } from 'react'
import type { AccessibleName } from '../../lib/accessibility/accessible-name.ts'
import type { TreeNode } from './tree-nodes.ts'

export type TreeProps = Omit<ComponentProps<'div'>, 'children' | 'role' | 'onSelect'> &
  AccessibleName & {
    /** The roots, each with its descendants. */
    nodes: readonly TreeNode[]
    /** Number of nodes that can be chosen. `none` is a tree for navigation and actions. */
    selection?: 'none' | 'single' | 'multiple'
    /** Several nodes are chosen by checkboxes; a parent includes its children. */
    checkboxes?: boolean
    /** Ids of the chosen nodes; one at most with `single`. */
    selected?: readonly string[]
    /** Ids that are initially chosen, for uncontrolled use. */
    defaultSelected?: readonly string[]
    /** Called with the ids of all chosen nodes. */
    onSelectedChange?: (selected: readonly string[]) => void
    /** Ids of the open nodes. */
    expanded?: readonly string[]
    /** Ids that are initially open, for uncontrolled use. */
    defaultExpanded?: readonly string[]
    /** Called with the ids of all open nodes. */
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
