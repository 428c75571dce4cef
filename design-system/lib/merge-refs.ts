import type { Ref } from 'react'

/** One ref for several takers: the component needs the node itself and hands it on to its caller. */
export function mergeRefs<Node>(...refs: (Ref<Node> | undefined)[]) {
  return (node: Node | null) => {
    for (const ref of refs) {
      if (typeof ref === 'function') ref(node)
      else if (ref) ref.current = node
    }
  }
}
