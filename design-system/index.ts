/** Light entry point: everything except charts, graph and editor, which are imported by the screens that need them. */

export * from './charts/light/index.ts'
export * from './data-display/index.ts'
// The table draws the same bands: one definition is exported.
export { defaultScoreLimits, scoreBand, scoreMaximum, setScoreLimits } from './data-display/index.ts'
export * from './data-table/index.ts'
export * from './feedback/index.ts'
export * from './forms/index.ts'
export { type Announce, type AnnounceOptions, AnnouncerProvider, useAnnounce } from './lib/announcer.tsx'
export {
  type ChartExport,
  ChartsProvider,
  type ChartsProviderProps,
  useCharts,
} from './lib/chart-surroundings/charts-provider.tsx'
export { cn } from './lib/cn.ts'
export { downloadFile } from './lib/download-file.ts'
export { createFormat, type DateInput, type Digits, type Format, useFormat } from './lib/format/index.ts'
export { type Axis, type Direction, isApple, keys, type Move, moveOf } from './lib/keys.ts'
export { lazyPart } from './lib/lazy-part.ts'
export {
  type Appearance,
  appearanceKeys,
  applyAppearance,
  type ContrastPreference,
  contrastPreferences,
  type Density,
  densities,
  readAppearance,
  setAppearance,
  type ThemePreference,
  themePreferences,
  watchPrinting,
  watchSystemTheme,
} from './lib/theme.ts'
export { useAfterFirstPaint } from './lib/use-after-first-paint.ts'
export { type ControllableOptions, useControllable } from './lib/use-controllable.ts'
export { type RovingFocusOptions, useRovingFocus } from './lib/use-roving-focus.ts'
export { type PhysicalSide, type Side, useSide } from './lib/use-side.ts'
export * from './navigation/index.ts'
export * from './overlays/index.ts'
export * from './patterns/index.ts'
export * from './primitives/index.ts'
export * from './templates/index.ts'
