import { expect, it } from 'vitest'
import { components, conformanceOf, contractsIn, folders, storiesIn } from './inventory.ts'

const all = components()
const mentions = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text)

it('finds the components by the entries of the layers', () => {
  expect(all.length).toBeGreaterThan(80)
  for (const name of ['Button', 'Dialog', 'DataTable', 'GraphCanvas', 'CodeEditor', 'Sparkline']) expect(all.map(each => each.name)).toContain(name)
})

it('has a story for every component', () => {
  expect(all.filter(({ name, folder, alias }) => !alias && !mentions(storiesIn(folder).text, name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

it('has a conformance test for every component', () => {
  expect(all.filter(({ name, layer }) => !mentions(conformanceOf(layer), name)).map(({ layer, name }) => `${layer}: ${name}`)).toEqual([])
})

/** Their keys are those of the one native element or primitive underneath: a contract would repeat its documentation. */
const simple = [
  'primitives/button', 'primitives/icon-button', 'primitives/link', 'forms/checkbox', 'forms/input', 'forms/radio-group', 'forms/switch', 'forms/textarea',
  'navigation/skip-link', 'overlays/hover-card', 'overlays/tooltip', 'patterns/catalogue-tile', 'patterns/decision-button',
]

/** A widget with keys of its own is a composite: its stories press them, its contract names them, and neither is there alone. */
it('has a contract for every composite, and keys behind every contract', () => {
  const presses = (folder: string) => storiesIn(folder).names.some(name => name.startsWith('Keyboard'))
  expect(folders().filter(folder => !simple.includes(folder) && presses(folder) && contractsIn(folder).length === 0), 'stories press keys, no contract names them').toEqual([])
  expect(folders().filter(folder => contractsIn(folder).length > 0 && !presses(folder)), 'a contract names keys, no Keyboard story presses them').toEqual([])
})

it('proves contracts by stories that exist', () => {
  const missing = folders().flatMap(folder => contractsIn(folder).flatMap(({ file, text }) => {
    const proof = text.slice(text.indexOf('**Proof.**'))
    if (!text.includes('**Proof.**')) return [`${file}: names no proof`]
    const { names } = storiesIn(folder)
    const claimed = /Stor(?:y|ies) ((?:`\w+`(?:, (?:and )?| and )?)+)/.exec(proof)?.[1] ?? ''
    return [...claimed.matchAll(/`(\w+)`/g)].map(match => match[1] ?? '').filter(name => !names.includes(name)).map(name => `${file}: ${name}`)
  }))
  expect(missing).toEqual([])
})
