import { describe, expect, it } from 'vitest'
import { type ColorName, colors, heatLabel, moreContrast } from './color.ts'
import { contrast, hexOf, lightnessContrast } from './color-math.ts'
import {
  type ContrastFigure,
  dataMarks,
  decisionEdges,
  heatCells,
  onFills,
  onSurfaces,
  surfaces,
} from './contrast-figures.ts'

const decisions = Object.keys(decisionEdges) as (keyof typeof decisionEdges)[]
const names = Object.keys(colors) as ColorName[]
/** As published: with one decimal, without one. */
const shown = (ratio: number) => Math.round(ratio * 10) / 10
/** The library's minimum of perceived contrast: body and secondary text 60, muted text 50, labels on fills 55. */
const floor = (text: ColorName) =>
  text === 'text-muted' ? 50 : text.startsWith('on-') ? 55 : text === 'text' || text === 'text-secondary' ? 60 : 0

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('%s theme', (_name, theme) => {
  const ratio = (first: ColorName, second: ColorName) => contrast(colors[first][theme], colors[second][theme])
  const perceived = (text: ColorName, ground: ColorName) =>
    Math.round(lightnessContrast(colors[text][theme], colors[ground][theme]))

  const expectText = (text: ColorName, ground: ColorName, [published, lightness]: ContrastFigure) => {
    expect(ratio(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    expect(shown(ratio(text, ground)), `${text} on ${ground}, published`).toBe(published)
    expect(perceived(text, ground), `${text} on ${ground}, perceived`).toBe(lightness)
    expect(perceived(text, ground), `${text} on ${ground}, floor`).toBeGreaterThanOrEqual(floor(text))
  }

  it.each(Object.entries(onSurfaces) as [ColorName, (typeof onSurfaces)[keyof typeof onSurfaces]][])(
    '%s on every surface',
    (front, figures) => {
      surfaces.forEach((surface, index) => {
        const figure = figures[theme][index] as ContrastFigure
        if (figure.length === 2) return expectText(front, surface, figure)
        expect(shown(ratio(front, surface)), `${front} on ${surface}`).toBe(figure[0])
        expect(ratio(front, surface), `${front} on ${surface}`).toBeGreaterThanOrEqual(3)
      })
    },
  )

  it.each(onFills)('%s on %s', (text, fill, ...figures) => {
    expectText(text, fill, figures[theme] ?? [0])
  })

  it.each(decisions)('%s is legible as text and seen as an edge', decision => {
    const { label, border, ownSubtle } = decisionEdges[decision]
    const weakest = (front: ColorName) => Math.min(...surfaces.map(surface => ratio(front, surface)))
    expect(weakest(`decision-${decision}-text`)).toBeGreaterThanOrEqual(4.5)
    expect(shown(weakest(`decision-${decision}-text`))).toBe(label[theme])
    expect(weakest(`decision-${decision}-border`)).toBeGreaterThanOrEqual(3)
    expect(shown(weakest(`decision-${decision}-border`))).toBe(border[theme])
    expect(ratio(`decision-${decision}-border`, `decision-${decision}-subtle`)).toBeGreaterThanOrEqual(3)
    expect(shown(ratio(`decision-${decision}-border`, `decision-${decision}-subtle`))).toBe(ownSubtle[theme])
  })

  it.each(Object.entries(dataMarks) as [ColorName, readonly [number, number]][])(
    '%s is seen on a surface',
    (mark, figures) => {
      expect(ratio(mark, 'surface')).toBeGreaterThanOrEqual(3)
      expect(shown(ratio(mark, 'surface'))).toBe(figures[theme])
    },
  )

  it('heat cells carry a legible label', () => {
    heatCells.forEach((figures, step) => {
      const cell = ratio(heatLabel[step] as ColorName, `heat-${step}` as ColorName)
      expect(cell, `step ${step}`).toBeGreaterThanOrEqual(4.5)
      expect(shown(cell), `step ${step}, published`).toBe(figures[theme])
    })
  })

  it('more contrast never gives less', () => {
    for (const [name, stronger] of Object.entries(moreContrast) as [ColorName, ColorName][]) {
      for (const surface of surfaces)
        expect(ratio(stronger, surface), `${name} on ${surface}`).toBeGreaterThan(ratio(name, surface))
    }
  })
})

it('the token table publishes every ink, label and data mark there is', () => {
  const covered = new Set<string>([
    ...Object.keys(onSurfaces),
    ...onFills.map(([text]) => text),
    ...Object.keys(dataMarks),
    ...heatCells.map((_, step) => `heat-${step}`),
    ...decisions.flatMap(name => [`decision-${name}-text`, `decision-${name}-border`]),
  ])
  // Exempt by WCAG; the border of the accent has the colour of a published fill.
  const exempt = ['text-disabled', 'accent-border']
  const asked = names.filter(name => /^(text|on-|score-|chart-|heat-)|-text$|-border$/.test(name))
  expect(asked.filter(name => !covered.has(name) && !exempt.includes(name))).toEqual([])
})

it('a colour has a notation for what reads no OKLCH', () => {
  expect(hexOf('100% 0 0')).toBe('#ffffff')
  expect(hexOf('0% 0 0')).toBe('#000000')
  expect(hexOf('62.8% 0.2577 29.23')).toBe('#ff0000')
})
