import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isTextEntry } from '../../lib/keys.ts'
import { isSingleKey, keysFromEvent } from '../../overlays/shortcut-help/shortcut-keys.ts'

/** Widgets that search for what is typed. */
const typeAhead = '[role="combobox"], [role="listbox"], [role="menu"], [role="tree"], [role="textbox"]'

/**
 * Runs actions by their keys while the focus is inside of a region. Layers above the region, fields and widgets with
 * type-ahead keep their keys, and so does whatever has handled the event.
 */
export function useReviewKeys(
  region: RefObject<HTMLElement | null>,
  bindings: ReadonlyMap<string, () => void>,
  singleKeys: boolean,
): void {
  const run = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.defaultPrevented || event.repeat || event.isComposing) return
    if (!(target instanceof HTMLElement) || region.current?.contains(target) !== true) return
    if (isTextEntry(target) || target.closest(typeAhead) !== null) return
    const keys = keysFromEvent(event)
    if (keys === undefined || (!singleKeys && isSingleKey(keys))) return
    const action = bindings.get(keys)
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    // The widgets inside the region come first: their handlers are called before those of the document.
    const listen = (event: KeyboardEvent) => run(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
