import { expect, it } from 'vitest'
import { components, conformanceOf, contractsIn, filesIn, folders, guideIn, storiesIn } from './inventory.ts'

const all = components()
const mentions = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text)

it('finds the components by the entries of the layers', () => {
  expect(all.length).toBeGreaterThan(80)
  for (const name of ['Button', 'Dialog', 'DataTable', 'GraphCanvas', 'CodeEditor', 'Sparkline']) expect(all.map(each => each.name)).toContain(name)
})

/** Parts that are only ever seen inside of another component, whose stories show each of their states. */
const seenIn: Readonly<Record<string, string>> = { TableMessage: 'DataTable', CodeProblemList: 'CodeEditor' }

it('has a story for every component', () => {
  // A part may be shown by what it is a part of.
  const ofLayer = (layer: string) => folders().filter(folder => folder.split('/')[0] === layer).map(folder => storiesIn(folder).text).join('\n')
  expect(all.filter(({ name, layer, alias }) => !alias && !mentions(ofLayer(layer), seenIn[name] ?? name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([])
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
  const plays = (folder: string) => /\.keyboard\(/.test(storiesIn(folder).text)
  const pascal = (folder: string) => folder.slice(folder.lastIndexOf('/') + 1).replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  // Parts of a layer that lies flat have a chapter in its contract.
  const written = (folder: string) => contractsIn(folder).length > 0 || contractsIn(folder.split('/')[0] ?? '').some(({ text }) => text.includes(`# ${pascal(folder)}`))
  expect(folders().filter(folder => !simple.includes(folder) && presses(folder) && !written(folder)), 'stories press keys, no contract names them').toEqual([])
  expect(folders().filter(folder => contractsIn(folder).length > 0 && !plays(folder)), 'a contract names keys, no story presses them').toEqual([])
})

it('proves contracts by stories that exist', () => {
  const missing = folders().flatMap(folder => contractsIn(folder).flatMap(({ file, text }) => {
    const proof = text.includes('**Proof.**') ? text.slice(text.indexOf('**Proof.**')) : ''
    const { names } = storiesIn(folder)
    if (!names.some(name => mentions(text, name))) return [`${file}: names no story`]
    const claimed = /Stor(?:y|ies) ((?:`\w+`(?:, (?:and )?| and )?)+)/.exec(proof)?.[1] ?? ''
    return [...claimed.matchAll(/`(\w+)`/g)].map(match => match[1] ?? '').filter(name => !names.includes(name)).map(name => `${file}: ${name}`)
  }))
  expect(missing).toEqual([])
})

/** Stories that show parts of a component, or how components go together. */
const partial = ['data-table-columns', 'data-table-data', 'data-table-rows']

it('has a guide beside every story file: when to use it, when not, and its words with an example to follow and one to avoid', () => {
  const faults = folders().flatMap(folder => filesIn(folder).filter(file => file.endsWith('.stories.tsx')).flatMap(file => {
    const name = file.slice(0, -'.stories.tsx'.length)
    if (partial.includes(name)) return []
    const text = guideIn(folder, name)
    if (text === null) return [`${folder}/${name}: no guide`]
    const lacks = ['## When to use\n', '## When not to\n', '## Content rules\n', '- Do: ', '- Don’t: '].filter(part => !new RegExp(`${part}\\s*\\S`).test(text))
    // Examples stand in two languages: English in its quotes, another behind the dot.
    return [...lacks.map(part => `${folder}/${name}: ${part.trim()}`), ...(/^- Do: .+ · .+$/m.test(text) ? [] : [`${folder}/${name}: one language`])]
  }))
  expect(faults).toEqual([])
})
