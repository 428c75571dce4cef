/** Light entry: everything except charts, graph and editor, which are loaded by the screens that need them. */
export { cn } from './lib/cn.ts'
export { AnnouncerProvider, useAnnounce, type Announce, type AnnounceOptions } from './lib/announcer.tsx'
export { useControllable, type ControllableOptions } from './lib/use-controllable.ts'
export { lazyPart } from './lib/lazy-part.ts'
export { usePainted } from './lib/use-painted.ts'
export { useRovingFocus, type RovingFocusOptions } from './lib/use-roving-focus.ts'
export { useSide, type PhysicalSide, type Side } from './lib/use-side.ts'
export { isApple, keys, moveOf, type Axis, type Direction, type Move } from './lib/keys.ts'
export {
  appearanceKeys, applyAppearance, contrastPreferences, densities, readAppearance, setAppearance, themePreferences, watchSystemTheme,
  type Appearance, type ContrastPreference, type Density, type ThemePreference,
} from './lib/theme.ts'
export { createFormat, useFormat, type DateInput, type Digits, type Format } from './lib/format/index.ts'
export * from './primitives/index.ts'
export * from './data-display/index.ts'
export * from './feedback/index.ts'
export * from './forms/index.ts'
export * from './overlays/index.ts'
export * from './navigation/index.ts'
export * from './data-table/index.ts'
export * from './patterns/index.ts'
export * from './templates/index.ts'
// The table draws the same bands: one definition is published.
export { defaultScoreLimits, scoreBand } from './data-display/index.ts'
export * from './charts/light/index.ts'
