import type { Ref } from 'react'

/** Combines several refs into one: for components that use the node themselves and forward it to their caller. */
export function mergeRefs<Node>(...refs: (Ref<Node> | undefined)[]) {
  return (node: Node | null) => {
    for (const ref of refs) {
      if (typeof ref === 'function') ref(node)
      else if (ref) ref.current = node
    }
  }
}
