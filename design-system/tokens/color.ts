/** `lightness chroma hue` of an OKLCH colour, in the sRGB gamut: light theme first, dark theme second. */
export type ThemedColor = readonly [light: string, dark: string]

/** Every colour of the product. Names become `--ds-<name>`; nothing else in the library defines a colour. */
export const colors = {
  canvas: ['97.2% 0.004 250', '17.8% 0.012 262'],
  surface: ['100% 0 0', '21.2% 0.014 262'],
  'surface-raised': ['100% 0 0', '25% 0.016 262'],
  'surface-sunken': ['95.3% 0.006 250', '18.8% 0.013 262'],
  'surface-hover': ['96.2% 0.007 255', '25.8% 0.017 262'],
  'surface-selected': ['94.8% 0.024 268', '28.5% 0.055 268'],
  'surface-inverse': ['27% 0.022 262', '94% 0.004 255'],
  text: ['23.5% 0.022 262', '94.5% 0.005 255'],
  'text-secondary': ['42% 0.022 260', '80% 0.012 257'],
  'text-muted': ['50.5% 0.02 258', '74% 0.014 258'],
  'text-disabled': ['64% 0.012 258', '53% 0.014 260'],
  'text-inverse': ['98.5% 0.002 250', '20.5% 0.014 262'],
  'text-link': ['46% 0.165 268', '78% 0.105 268'],
  'border-subtle': ['92.2% 0.006 255', '28.5% 0.015 262'],
  border: ['86.8% 0.009 255', '35% 0.017 262'],
  'border-strong': ['60% 0.018 258', '58% 0.02 260'],
  focus: ['50% 0.19 268', '80% 0.098 268'],
  accent: ['49% 0.17 268', '56.5% 0.17 268'],
  'accent-hover': ['44% 0.165 268', '52% 0.17 268'],
  'accent-active': ['39.5% 0.15 268', '48% 0.165 268'],
  'accent-subtle': ['94.8% 0.024 268', '28.5% 0.055 268'],
  'accent-border': ['66% 0.11 268', '58% 0.13 268'],
  'accent-text': ['42% 0.16 268', '80% 0.1 268'],
  'on-accent': ['99% 0.003 268', '99% 0.003 268'],
  success: ['50.5% 0.098 163', '76.5% 0.125 163'],
  'success-subtle': ['95.5% 0.03 163', '27.2% 0.035 165'],
  'success-border': ['61% 0.098 163', '56% 0.095 163'],
  'success-text': ['41.5% 0.082 163', '81% 0.115 163'],
  'on-success': ['99% 0.005 163', '18% 0.035 163'],
  warning: ['80% 0.145 78', '83% 0.14 82'],
  'warning-subtle': ['96.6% 0.038 88', '28.5% 0.038 75'],
  'warning-border': ['62.2% 0.118 72', '59% 0.105 75'],
  'warning-text': ['45.5% 0.095 66', '86% 0.115 84'],
  'on-warning': ['27% 0.05 66', '20% 0.035 70'],
  danger: ['52.5% 0.19 24', '56% 0.185 24'],
  'danger-hover': ['47% 0.178 24', '52% 0.178 24'],
  'danger-subtle': ['96.2% 0.018 20', '27.8% 0.058 22'],
  'danger-border': ['64% 0.165 24', '59% 0.165 24'],
  'danger-text': ['47% 0.175 24', '79% 0.115 22'],
  'on-danger': ['99% 0.004 20', '99% 0.004 20'],
  info: ['52% 0.11 236', '76.5% 0.1 236'],
  'info-subtle': ['95.7% 0.022 236', '27.6% 0.038 240'],
  'info-border': ['62% 0.1 236', '57.5% 0.09 238'],
  'info-text': ['43% 0.095 238', '82% 0.085 236'],
  'on-info': ['99% 0.004 236', '17% 0.03 240'],
  'decision-approve': ['54% 0.095 170', '79% 0.125 176'],
  'on-decision-approve': ['99% 0.004 172', '18% 0.032 176'],
  'decision-approve-subtle': ['95.5% 0.03 170', '27.2% 0.034 174'],
  'decision-approve-border': ['61.5% 0.096 172', '66% 0.105 176'],
  'decision-approve-text': ['46.5% 0.085 172', '87% 0.11 178'],
  'decision-review': ['40% 0.145 258', '52% 0.13 256'],
  'on-decision-review': ['99% 0.004 258', '99% 0.004 256'],
  'decision-review-subtle': ['94.5% 0.026 255', '28% 0.055 256'],
  'decision-review-border': ['50% 0.13 258', '57.5% 0.12 256'],
  'decision-review-text': ['37% 0.135 258', '77% 0.095 256'],
  'decision-challenge': ['79.5% 0.135 77', '84% 0.135 84'],
  'on-decision-challenge': ['24.5% 0.048 64', '20% 0.035 66'],
  'decision-challenge-subtle': ['96.6% 0.034 84', '28.5% 0.04 74'],
  'decision-challenge-border': ['62.5% 0.115 72', '69% 0.115 80'],
  'decision-challenge-text': ['44% 0.088 68', '89% 0.118 86'],
  'decision-reject': ['46% 0.18 24', '54.5% 0.185 20'],
  'on-decision-reject': ['99% 0.004 20', '99% 0.004 20'],
  'decision-reject-subtle': ['96% 0.018 18', '27.5% 0.06 18'],
  'decision-reject-border': ['51% 0.18 20', '59% 0.165 18'],
  'decision-reject-text': ['44.5% 0.172 22', '77% 0.122 16'],
  'score-1': ['64% 0.072 218', '53% 0.08 225'],
  'score-2': ['58% 0.13 274', '59% 0.145 282'],
  'score-3': ['49% 0.185 312', '69% 0.14 318'],
  'score-4': ['43% 0.172 2', '76.5% 0.142 6'],
  'score-5': ['30% 0.11 28', '87.5% 0.069 40'],
  'heat-0': ['97% 0.01 235', '24% 0.018 255'],
  'heat-1': ['90.5% 0.034 240', '30% 0.045 262'],
  'heat-2': ['82.5% 0.065 262', '37.5% 0.085 278'],
  'heat-3': ['73.5% 0.105 288', '45.5% 0.13 300'],
  'heat-4': ['65% 0.145 314', '54% 0.15 326'],
  'heat-5': ['54% 0.18 348', '64% 0.155 356'],
  'heat-6': ['42% 0.155 12', '76% 0.12 22'],
  'heat-7': ['30% 0.105 24', '89% 0.065 55'],
  'chart-1': ['49% 0.16 268', '66% 0.15 268'],
  'chart-2': ['56% 0.095 184', '67% 0.11 184'],
  'chart-3': ['64% 0.125 68', '84% 0.13 84'],
  'chart-4': ['46% 0.19 344', '73% 0.15 352'],
  'chart-5': ['28% 0.032 255', '92% 0.012 255'],
  'chart-6': ['48% 0.105 124', '59.5% 0.13 132'],
  'chart-7': ['64% 0.11 230', '53% 0.1 228'],
  'chart-8': ['32.5% 0.08 40', '54.5% 0.075 34'],
} as const satisfies Record<string, ThemedColor>

export type ColorName = keyof typeof colors

/** Text colour on each step of the heat ramp: fixed here so that no chart computes it while drawing. */
export const heatLabel = [
  'text',
  'text',
  'text',
  'text',
  'text',
  'text-inverse',
  'text-inverse',
  'text-inverse',
] as const satisfies readonly ColorName[]

/** Scrim behind modal surfaces: the only colour with transparency. */
export const scrim: ThemedColor = ['23.5% 0.022 262 / 0.4', '10% 0.012 262 / 0.6']

/** Replacement of a token when the reader requests more contrast: the value of a stronger token, no extra palette. */
export const moreContrast = {
  'text-muted': 'text-secondary',
  'border-subtle': 'border',
  border: 'border-strong',
} as const satisfies Partial<Record<ColorName, ColorName>>

/** The system colour of each token in forced-colors mode. SVG marks read the same properties, so they follow, too. */
export function forcedColor(name: ColorName): string {
  if (name.startsWith('surface') || name === 'canvas') return 'Canvas'
  if (name === 'text-disabled') return 'GrayText'
  if (name === 'text-link') return 'LinkText'
  if (name === 'text-inverse') return 'CanvasText'
  if (name.startsWith('text')) return 'CanvasText'
  if (name === 'border-strong') return 'ButtonBorder'
  if (name.startsWith('border') || name.endsWith('-border')) return 'CanvasText'
  if (name === 'focus') return 'Highlight'
  if (name === 'accent' || name === 'accent-hover' || name === 'accent-active') return 'Highlight'
  if (name === 'on-accent') return 'HighlightText'
  if (name.endsWith('-text')) return 'CanvasText'
  if (name.endsWith('-subtle') || name.startsWith('heat')) return 'Canvas'
  if (name.startsWith('score') || name.startsWith('chart')) return 'CanvasText'
  return name.startsWith('on-') ? 'Canvas' : 'CanvasText'
}
