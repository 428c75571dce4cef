import { useEffect, useEffectEvent, useRef } from 'react'
import type { TreeNode } from './tree-nodes.ts'

interface LazyChildrenOptions {
  /** Expanded nodes whose children have not been requested. */
  pending: readonly TreeNode[]
  load: ((node: TreeNode) => Promise<readonly TreeNode[]>) | undefined
  onLoaded: (node: TreeNode, children: readonly TreeNode[]) => void
  onFailed: (node: TreeNode) => void
}

/**
 * Fetches the children of expanded nodes, once per node and independent of how it was opened; after a failure, again
 * when it is next opened.
 */
export function useLazyChildren({ pending, load, onLoaded, onFailed }: LazyChildrenOptions) {
  const requested = useRef(new Set<string>())
  const mounted = useRef(false)
  const loaded = useEffectEvent(onLoaded)
  const failed = useEffectEvent(onFailed)

  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])

  useEffect(() => {
    if (!load) return
    for (const node of pending) {
      if (requested.current.has(node.id)) continue
      requested.current.add(node.id)
      load(node)
        .then(
          children => {
            if (mounted.current) loaded(node, children)
          },
          () => {
            if (mounted.current) failed(node)
          },
        )
        .finally(() => requested.current.delete(node.id))
    }
  }, [pending, load])
}
