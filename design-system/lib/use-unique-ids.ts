import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Says once, in development, that two of the items share an id: React keys, choice and focus then take them for one.
 * The items are drawn all the same. `idsOf` is asked in development only.
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
