import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Reports once, in development, that two of the items share an id: React keys, selection and focus then treat them as
 * one. The items are rendered in any case. `idsOf` is called in development only.
 */
export function useUniqueIds(component: string, what: string, items: readonly { id: string }[]): void
export function useUniqueIds<Items>(
  component: string,
  what: string,
  items: Items,
  idsOf: (items: Items) => Iterable<string>,
): void
export function useUniqueIds<Items>(
  component: string,
  what: string,
  items: Items,
  idsOf?: (items: Items) => Iterable<string>,
): void {
  const warned = useRef(false)
  const check = useEffectEvent(() => {
    if (!import.meta.env?.DEV || warned.current) return
    const seen = new Set<string>()
    for (const id of idsOf?.(items) ?? (items as readonly { id: string }[]).map(item => item.id)) {
      if (seen.has(id)) {
        warned.current = true
        console.warn(
          `${component}: two ${what} have the id "${id}", so that what is done to one may be done to both. Give each its own.`,
        )
        return
      }
      seen.add(id)
    }
  })
  useEffect(() => check(), [items])
}
