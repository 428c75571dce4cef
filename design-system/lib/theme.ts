import { type Density, densities } from '../tokens/scale.ts'

export const themePreferences = ['system', 'light', 'dark'] as const
export type ThemePreference = (typeof themePreferences)[number]
export const contrastPreferences = ['normal', 'more'] as const
export type ContrastPreference = (typeof contrastPreferences)[number]
export { type Density, densities }

/**
 * Local-storage keys of the appearance. The inline script of `theme-script.ts` reads the same ones before first paint.
 */
export const appearanceKeys = { theme: 'assay.theme', density: 'assay.density', contrast: 'assay.contrast' } as const

export interface Appearance {
  theme: ThemePreference
  density: Density
  contrast: ContrastPreference
}

function oneOf<T extends string>(values: readonly T[], value: string | null, fallback: T): T {
  return values.find(candidate => candidate === value) ?? fallback
}

function safeStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    // Blocked by the browser: the appearance lasts for this visit only.
    return undefined
  }
}

/** The appearance chosen on this device. */
export function readAppearance(): Appearance {
  const store = safeStorage()
  return {
    theme: oneOf(themePreferences, store?.getItem(appearanceKeys.theme) ?? null, 'system'),
    density: oneOf(densities, store?.getItem(appearanceKeys.density) ?? null, 'comfortable'),
    contrast: oneOf(contrastPreferences, store?.getItem(appearanceKeys.contrast) ?? null, 'normal'),
  }
}

/** Writes the appearance to `<html>`. With `system` the theme is that of the operating system at this moment. */
export function applyAppearance({ theme, density, contrast }: Appearance): void {
  const root = document.documentElement
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  root.dataset.density = density
  root.dataset.contrast = contrast
}

/** Stores and applies a change of appearance, and returns the complete result. */
export function setAppearance(change: Partial<Appearance>): Appearance {
  const next = { ...readAppearance(), ...change }
  try {
    const store = safeStorage()
    for (const key of ['theme', 'density', 'contrast'] as const) store?.setItem(appearanceKeys[key], next[key])
  } catch {
    // Storage is full or blocked, as above.
  }
  applyAppearance(next)
  return next
}

/** Follows the operating system while the preference is `system`. Returns a function that stops it. */
export function watchSystemTheme(): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => applyAppearance(readAppearance())
  query.addEventListener('change', follow)
  return () => query.removeEventListener('change', follow)
}

/** Has what is printed be light, whatever the theme: paper is white. Returns what ends that. */
export function watchPrinting(): () => void {
  const begin = () => {
    document.documentElement.dataset.theme = 'light'
  }
  const end = () => applyAppearance(readAppearance())
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}
