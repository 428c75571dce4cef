import { pressesOf } from './keys.ts'

/** A shortcut as key caps show it: `g d` as `G D`, the arrows of the reading direction. */
export function displayKeys(keys: string, traits: { rtl: boolean }): string {
  return pressesOf(keys, traits)
    .map(press => (press.length === 1 ? press.toUpperCase() : press))
    .join(' ')
}
