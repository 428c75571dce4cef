/**
 * Spacing steps, key to length. Closed: a class outside it generates no CSS. In rem like the type: heights, icons and the
 * distances between them grow with the text.
 */
export const spacing = {
  0: '0px',
  px: '1px',
  0.5: '0.125rem',
  1: '0.25rem',
  1.5: '0.375rem',
  2: '0.5rem',
  3: '0.75rem',
  4: '1rem',
  5: '1.25rem',
  6: '1.5rem',
  8: '2rem',
  10: '2.5rem',
  12: '3rem',
  16: '4rem',
} as const

export interface TypeStep {
  size: string
  /** Line height in right-to-left scripts where it differs: Arabic and Hebrew need more space at the default size. */
  line: string
  lineTall?: string
  tracking?: string
}

/** Type steps in rem, so that the browser's text size setting applies. */
export const type = {
  '2xs': { size: '0.6875rem', line: '1rem' },
  xs: { size: '0.75rem', line: '1rem' },
  sm: { size: '0.8125rem', line: '1.25rem', lineTall: '1.375rem' },
  md: { size: '0.875rem', line: '1.25rem', lineTall: '1.375rem' },
  lg: { size: '1rem', line: '1.5rem' },
  xl: { size: '1.25rem', line: '1.75rem', tracking: '-0.01em' },
  '2xl': { size: '1.5rem', line: '2rem', tracking: '-0.015em' },
  '3xl': { size: '2rem', line: '2.5rem', tracking: '-0.02em' },
} as const satisfies Record<string, TypeStep>

export const weights = { normal: '400', medium: '500', semibold: '600' } as const

export const fonts = {
  sans: '"IBM Plex Sans Variable", "IBM Plex Sans Arabic", "IBM Plex Sans Hebrew", system-ui, sans-serif',
  mono: '"IBM Plex Mono", "IBM Plex Sans Arabic", ui-monospace, monospace',
} as const

export const densities = ['compact', 'comfortable', 'spacious'] as const
export type Density = (typeof densities)[number]

/** The only lengths that depend on the density setting. */
export const densitySizes = {
  'control-height': { compact: '1.75rem', comfortable: '2rem', spacious: '2.5rem' },
  'row-height': { compact: '1.75rem', comfortable: '2.25rem', spacious: '2.75rem' },
  'header-height': { compact: '1.75rem', comfortable: '2rem', spacious: '2.25rem' },
  'cell-padding': { compact: '8px', comfortable: '12px', spacious: '16px' },
  'cell-stretch': { compact: '92%', comfortable: '100%', spacious: '100%' },
} as const satisfies Record<string, Record<Density, string>>

/**
 * Lengths that are the same at every density. Columns of a page grow with the text up to a share of the window: what is
 * beside them needs room, too.
 */
export const sizes = {
  'control-height-sm': '1.5rem',
  'nav-width': 'max(216px, min(13.5rem, 36vw))',
  'nav-width-collapsed': '3.5rem',
  'panel-width': 'max(400px, min(25rem, 60vw))',
  'topbar-height': '3rem',
  'page-header-height': '3.5rem',
  'bar-height': '2.5rem',
  'fact-row-height': '1.5rem',
  'rail-width': 'max(264px, min(16.5rem, 50vw))',
} as const

export const radii = { mark: '2px', chip: '4px', control: '6px', card: '8px', dialog: '12px', full: '9999px' } as const

export const layers = {
  sticky: '10',
  nav: '20',
  panel: '30',
  scrim: '40',
  // Dialogs and popovers share a layer, so that the one that opened later lies on top: a list of options over its
  // dialog, and a dialog over the popover that opened it.
  dialog: '50',
  popover: '50',
  toast: '70',
  tooltip: '80',
} as const

/** Shadows are for floating surfaces in the light theme; in the dark theme lightness and a line show depth. */
export const elevations = {
  0: ['0 0 0 1px var(--ds-border-subtle)', '0 0 0 1px var(--ds-border-subtle)'],
  1: ['0 1px 2px oklch(23.5% 0.022 262 / 0.06)', '0 1px 0 var(--ds-border-subtle)'],
  2: ['0 4px 12px oklch(23.5% 0.022 262 / 0.1), 0 0 0 1px var(--ds-border)', '0 0 0 1px var(--ds-border)'],
  3: ['0 16px 40px oklch(23.5% 0.022 262 / 0.16), 0 0 0 1px var(--ds-border)', '0 0 0 1px var(--ds-border)'],
} as const satisfies Record<number, readonly [light: string, dark: string]>
