import type { ColorName } from './color.ts'

/** Light theme first, dark theme second. */
type Themed<T> = readonly [light: T, dark: T]

/** A published figure: WCAG 2 ratio and, for text, the absolute APCA contrast. */
export type ContrastFigure = readonly [ratio: number, lightness?: number]

export const surfaces = [
  'canvas',
  'surface',
  'surface-raised',
  'surface-sunken',
  'surface-hover',
  'surface-selected',
] as const satisfies readonly ColorName[]

/**
 * Text colours and marks on each surface, in the order of `surfaces`. Marks have a ratio only: they require 3:1, text
 * colours 4.5:1.
 */
export const onSurfaces = {
  text: [
    [
      [15.4, 98],
      [16.7, 104],
      [16.7, 104],
      [14.6, 94],
      [15, 96],
      [14.4, 93],
    ],
    [
      [16.1, 95],
      [15, 95],
      [13.6, 94],
      [15.9, 95],
      [13.3, 93],
      [12.3, 92],
    ],
  ],
  'text-secondary': [
    [
      [7.9, 84],
      [8.5, 89],
      [8.5, 89],
      [7.4, 80],
      [7.6, 82],
      [7.3, 79],
    ],
    [
      [10.1, 67],
      [9.4, 66],
      [8.6, 65],
      [10, 67],
      [8.3, 65],
      [7.7, 63],
    ],
  ],
  'text-muted': [
    [
      [5.4, 74],
      [5.9, 79],
      [5.9, 79],
      [5.1, 70],
      [5.3, 72],
      [5.1, 69],
    ],
    [
      [8.2, 56],
      [7.6, 55],
      [6.9, 54],
      [8, 56],
      [6.7, 54],
      [6.2, 53],
    ],
  ],
  'text-link': [
    [
      [6.8, 80],
      [7.4, 85],
      [7.4, 85],
      [6.5, 76],
      [6.6, 78],
      [6.4, 75],
    ],
    [
      [9.3, 63],
      [8.7, 62],
      [7.9, 61],
      [9.2, 62],
      [7.7, 60],
      [7.1, 59],
    ],
  ],
  'accent-text': [
    [
      [8.1, 84],
      [8.8, 90],
      [8.8, 90],
      [7.7, 80],
      [7.9, 82],
      [7.6, 79],
    ],
    [
      [10.1, 66],
      [9.4, 66],
      [8.5, 65],
      [9.9, 66],
      [8.3, 64],
      [7.7, 63],
    ],
  ],
  'success-text': [
    [
      [7.7, 83],
      [8.3, 88],
      [8.3, 88],
      [7.3, 79],
      [7.5, 81],
      [7.2, 78],
    ],
    [
      [10.9, 71],
      [10.2, 71],
      [9.3, 69],
      [10.8, 71],
      [9, 69],
      [8.3, 68],
    ],
  ],
  'warning-text': [
    [
      [6.9, 80],
      [7.5, 86],
      [7.5, 86],
      [6.5, 76],
      [6.7, 78],
      [6.4, 75],
    ],
    [
      [12.3, 78],
      [11.5, 77],
      [10.4, 76],
      [12.1, 78],
      [10.2, 76],
      [9.4, 75],
    ],
  ],
  'danger-text': [
    [
      [6.9, 79],
      [7.5, 84],
      [7.5, 84],
      [6.5, 75],
      [6.7, 77],
      [6.4, 74],
    ],
    [
      [9.3, 63],
      [8.7, 62],
      [7.9, 61],
      [9.2, 63],
      [7.7, 60],
      [7.1, 59],
    ],
  ],
  'info-text': [
    [
      [7.4, 82],
      [8, 87],
      [8, 87],
      [7, 78],
      [7.2, 80],
      [6.9, 77],
    ],
    [
      [11, 71],
      [10.2, 70],
      [9.3, 69],
      [10.8, 71],
      [9, 69],
      [8.3, 68],
    ],
  ],
  'border-strong': [
    [[3.6], [3.9], [3.9], [3.4], [3.5], [3.4]],
    [[4.4], [4.1], [3.7], [4.3], [3.6], [3.4]],
  ],
  focus: [
    [[5.8], [6.3], [6.3], [5.5], [5.6], [5.4]],
    [[10.1], [9.4], [8.5], [9.9], [8.3], [7.7]],
  ],
  accent: [
    [[6], [6.5], [6.5], [5.7], [5.8], [5.6]],
    [[4], [3.7], [3.4], [3.9], [3.3], [3]],
  ],
  'success-border': [
    [[3.3], [3.6], [3.6], [3.1], [3.2], [3.1]],
    [[4.3], [4], [3.6], [4.2], [3.5], [3.3]],
  ],
  'warning-border': [
    [[3.4], [3.7], [3.7], [3.2], [3.3], [3.2]],
    [[4.5], [4.2], [3.8], [4.4], [3.7], [3.4]],
  ],
  'danger-border': [
    [[3.4], [3.7], [3.7], [3.2], [3.3], [3.1]],
    [[4.2], [3.9], [3.6], [4.2], [3.5], [3.2]],
  ],
  'info-border': [
    [[3.3], [3.6], [3.6], [3.1], [3.2], [3.1]],
    [[4.4], [4.1], [3.7], [4.3], [3.6], [3.3]],
  ],
} as const satisfies Partial<Record<ColorName, Themed<readonly ContrastFigure[]>>>

/** Text on the fills it is defined for. */
export const onFills: readonly (readonly [
  text: ColorName,
  fill: ColorName,
  light: ContrastFigure,
  dark: ContrastFigure,
])[] = [
  ['on-accent', 'accent', [6.4, 85], [4.6, 76]],
  ['on-accent', 'accent-hover', [7.9, 90], [5.6, 82]],
  ['on-accent', 'accent-active', [9.6, 94], [6.6, 86]],
  ['accent-text', 'accent-subtle', [7.6, 79], [7.7, 63]],
  ['on-success', 'success', [5.4, 81], [9.3, 64]],
  ['success-text', 'success-subtle', [7.4, 80], [8.6, 68]],
  ['on-warning', 'warning', [8, 64], [10.7, 72]],
  ['warning-text', 'warning-subtle', [6.8, 79], [9.4, 75]],
  ['on-danger', 'danger', [5.8, 81], [5, 77]],
  ['on-danger', 'danger-hover', [7.3, 87], [5.9, 82]],
  ['danger-text', 'danger-subtle', [6.7, 76], [7.4, 60]],
  ['on-info', 'info', [5.3, 80], [9.2, 63]],
  ['info-text', 'info-subtle', [7.1, 79], [8.6, 68]],
  ['text-inverse', 'surface-inverse', [14.4, 101], [15, 93]],
  ['on-decision-approve', 'decision-approve', [4.7, 77], [10.2, 69]],
  ['decision-approve-text', 'decision-approve-subtle', [5.9, 74], [10.4, 80]],
  ['on-decision-review', 'decision-review', [9.2, 93], [5.4, 80]],
  ['decision-review-text', 'decision-review-subtle', [9.1, 83], [7.1, 58]],
  ['on-decision-challenge', 'decision-challenge', [8.5, 64], [11.1, 74]],
  ['decision-challenge-text', 'decision-challenge-subtle', [7.2, 80], [10.3, 80]],
  ['on-decision-reject', 'decision-reject', [7.6, 88], [5.3, 79]],
  ['decision-reject-text', 'decision-reject-subtle', [7.4, 78], [7, 56]],
]

/**
 * Decisions outside of their fills: the label and the border on the weakest surface, the border on the decision's own
 * subtle fill.
 */
export const decisionEdges = {
  approve: { label: [5.7, 10.1], border: [3.1, 4.9], ownSubtle: [3.1, 5] },
  review: { label: [9.2, 7], border: [5.2, 3.3], ownSubtle: [5.2, 3.3] },
  challenge: { label: [6.8, 10.3], border: [3.1, 5.2], ownSubtle: [3.3, 5.2] },
  reject: { label: [7.2, 6.6], border: [5.5, 3.2], ownSubtle: [5.6, 3.4] },
} as const satisfies Record<string, Record<'label' | 'border' | 'ownSubtle', Themed<number>>>

/** Marks of data on a surface. */
export const dataMarks = {
  'score-1': [3.3, 3.4],
  'score-2': [4.4, 4.1],
  'score-3': [6.9, 6.0],
  'score-4': [8.9, 7.9],
  'score-5': [14.2, 11.8],
  'chart-1': [6.5, 5.6],
  'chart-2': [4.4, 6.2],
  'chart-3': [3.5, 10.7],
  'chart-4': [8.0, 6.9],
  'chart-5': [14.5, 13.9],
  'chart-6': [6.4, 4.6],
  'chart-7': [3.3, 3.4],
  'chart-8': [12.8, 3.5],
} as const satisfies Partial<Record<ColorName, Themed<number>>>

/** Value printed in a cell of each heat step, in the text colour of `heatLabel`. */
export const heatCells: readonly Themed<number>[] = [
  [15.3, 14.0],
  [12.6, 11.6],
  [9.8, 8.9],
  [7.0, 6.6],
  [4.9, 4.7],
  [5.4, 4.9],
  [8.8, 7.9],
  [13.7, 12.7],
]
