import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { preferencesStore } from '../preferences/index.ts'
import { createHotkeys, type Hotkey, type HotkeyScope, type ScopedHotkeys } from './registry.ts'

export type { Hotkey, HotkeyScope, ScopedHotkeys } from './registry.ts'

const textInput =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=range], [type=color]), textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"], [role="searchbox"], [role="combobox"]'
const overlay = '[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]'

const modalDialog =
  '[role="dialog"][data-state="open"]:not([data-slot="tour"], [data-slot="popover"]), [role="alertdialog"][data-state="open"]'

/** False for a dialog of a page that stays while it is not shown: React hides its outermost elements. */
const isVisible = (element: Element): boolean => element.closest('[style*="display: none"]') === null

function contextOf(target: EventTarget | null): 'page' | 'text' | 'overlay' {
  // Whatever has the focus: behind a modal dialog nothing works.
  if ([...document.querySelectorAll(modalDialog)].some(isVisible)) return 'overlay'
  if (!(target instanceof Element)) return 'page'
  if (target.closest(overlay)) return 'overlay'
  return target.closest(textInput) ? 'text' : 'page'
}

const hotkeys = createHotkeys({
  traits: () => ({ apple: /mac|iphone|ipad/i.test(navigator.platform), rtl: document.documentElement.dir === 'rtl' }),
  characterKeysEnabled: () => preferencesStore.getState().preferences.shortcutsEnabled,
  contextOf,
  ...(import.meta.env.DEV ? { onConflict: message => console.error(`Shortcuts: ${message}`) } : {}),
})

let users = 0
const listen = (event: KeyboardEvent) => hotkeys.handle(event)

/**
 * Shortcuts of a part of the product while it is mounted: `useHotkeys({ id: 'search', label }, [{ id: 'refresh', keys:
 * 'r', label, run }])`. They are listed under `?`. They are inactive while the user types or a dialog is open; keys
 * without a modifier can be switched off.
 */
export function useHotkeys(scope: HotkeyScope, bindings: readonly Hotkey[]): void {
  const run = useEffectEvent((id: string, press: { timeStamp: number }) =>
    bindings.find(binding => binding.id === id)?.run(press),
  )
  const signature = JSON.stringify([
    scope,
    bindings.map(({ id, keys, label, repeat, disabled }) => ({ id, keys, label, repeat, disabled })),
  ])
  useEffect(() => {
    const [where, list] = JSON.parse(signature) as [HotkeyScope, Omit<Hotkey, 'run'>[]]
    const leave = hotkeys.register({
      scope: where,
      hotkeys: list.map(binding => ({ ...binding, run: press => run(binding.id, press) })),
    })
    if (users++ === 0) window.addEventListener('keydown', listen)
    return () => {
      leave()
      if (--users > 0) return
      window.removeEventListener('keydown', listen)
      hotkeys.forget()
    }
  }, [signature])
}

/** All shortcuts that work on this page now, for the list of them. */
export function useActiveHotkeys(): readonly ScopedHotkeys[] {
  return useSyncExternalStore(hotkeys.subscribe, hotkeys.getScopes)
}
