/**
 * The modes in which stories are checked. A mode is a flat set of globals; both snapshot runners and the story tests
 * read it.
 */
export const modes = {
  light: { theme: 'light', locale: 'en-US' },
  dark: { theme: 'dark', locale: 'en-US' },
  rtl: { theme: 'light', locale: 'qps-plocm' },
  'rtl-dark': { theme: 'dark', locale: 'qps-plocm' },
  script: { theme: 'light', locale: 'ar-AE' },
  expanded: { theme: 'light', locale: 'qps-ploc' },
  de: { theme: 'light', locale: 'de-DE' },
  compact: { theme: 'light', locale: 'en-US', density: 'compact' },
  narrow: { theme: 'light', locale: 'en-US', viewport: 'narrow' },
  contrast: { theme: 'light', locale: 'en-US', contrast: 'more' },
  'text-200': { theme: 'light', locale: 'en-US', text: '200' },
} as const satisfies Record<string, Record<string, string>>

export type Mode = keyof typeof modes

/** Forced colours is a state of the browser and no global of a story. */
export type VisualMode = Mode | 'forced'
export const visualModes = [...Object.keys(modes), 'forced'] as VisualMode[]

/** The modes in which every story runs as a test. The first is part of each run, the others rotate. */
export const testedModes = ['light', 'dark', 'rtl', 'rtl-dark', 'forced'] as const satisfies readonly VisualMode[]

export const modeOf = (mode: VisualMode): Mode => (mode === 'forced' ? 'light' : mode)

/** Windows that a story may request by `globals: { viewport: { value: 'narrow' } }`. */
export const viewports = {
  narrow: { name: '320 px', type: 'mobile', styles: { width: '320px', height: '900px' } },
} as const

export interface StoryLocation {
  /** Folder of the story below `design-system/`. */
  layer: string
  /** File name, which distinguishes the parts of one layer. */
  file: string
  /** Displayed name of the story: `Long Content`. */
  name: string
}

/** Layer, file and name of a story of the library. */
export function storyLocationOf(path: string, name: string): StoryLocation {
  const parts =
    path
      .split(/[\\/]design-system[\\/]/)
      .at(-1)
      ?.split(/[\\/]/) ?? []
  return { layer: parts[0] ?? '', file: parts.at(-1) ?? '', name }
}

const alwaysCaptured: readonly VisualMode[] = ['light', 'dark', 'rtl']
const widgetLayers = [
  'forms',
  'overlays',
  'navigation',
  'data-table',
  'charts',
  'graph',
  'map',
  'editor',
  'patterns',
  'templates',
]

/**
 * Whether a picture of a story is taken in a mode: every mode that affects the story, no mode for completeness alone.
 */
export function isCaptured(mode: VisualMode, { layer, file, name }: StoryLocation): boolean {
  if (alwaysCaptured.includes(mode)) return true
  const inLayers = (...layers: string[]) => layers.includes(layer)
  if (inLayers('templates')) return true
  if (mode === 'script') return inLayers('tokens', 'data-table', 'overlays') || file.startsWith('text.')
  if (mode === 'forced') return name === 'Matrix' || inLayers(...widgetLayers)
  if (mode === 'rtl-dark') return inLayers('overlays', 'charts', 'data-table')
  if (mode === 'expanded') return name === 'Long Content' || inLayers('navigation')
  if (mode === 'compact') return inLayers('data-table', 'forms')
  if (mode === 'narrow') return inLayers('data-table', 'navigation', 'overlays')
  if (mode === 'contrast') return inLayers('primitives') && name === 'Matrix'
  if (mode === 'text-200') return name === 'Matrix'
  return false
}

/**
 * Story files of the components that show a state or a meaning by colour: their references are kept in dark, too, where
 * that is easily lost. All components would be more than the repository keeps, and than a run of the tests has time for.
 */
const darkFiles = [
  ...['button', 'icon-button', 'badge', 'tag', 'link', 'decision-badge', 'status-badge', 'score-meter'],
  ...['checkbox', 'switch', 'calendar', 'tabs', 'nav-shell', 'dropdown-menu', 'callout', 'data-table'],
  ...['heat-map-chart', 'stacked-bar-chart', 'time-series-chart'],
]
/** Those under forced colours, too, where nothing but lines, patterns and the colours of the system is left. */
const forcedFiles = [
  ...darkFiles,
  ...['tree', 'stat-tile', 'radio-group', 'slider', 'multi-select', 'segmented-control', 'pagination', 'stepper'],
  ...['split-pane', 'command-palette', 'progress', 'saved-views', 'diff-viewer', 'area-chart', 'score-band-bar'],
]

/** Whether the reference of a picture is stored in the repository. */
export function isReference(mode: VisualMode, { layer, file, name }: StoryLocation): boolean {
  if (mode === 'light' || mode === 'rtl') return name === 'Matrix' || layer === 'templates'
  const files = mode === 'dark' ? darkFiles : mode === 'forced' ? forcedFiles : []
  return name === 'Matrix' && files.includes(file.split('.')[0] ?? '')
}
