import { expect, it } from 'vitest'
import * as gaps from './gaps.ts'
import { components, contractsIn, filesIn, folders, guideIn, storiesUnderContract } from './inventory.ts'

const all = components()

it('the inventory finds the components by the entries of the layers', () => {
  expect(all.length).toBeGreaterThan(80)
  for (const name of ['Button', 'Dialog', 'DataTable', 'GraphCanvas', 'CodeEditor', 'Sparkline'])
    expect(all.map(each => each.name)).toContain(name)
})

it('the inventory has a story for every component', () => {
  expect(gaps.withoutStory().map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

it('the inventory shows the states of every component in one frame, of which a picture is kept', () => {
  expect(gaps.withoutMatrix()).toEqual([])
})

it('the inventory has a conformance test for every component', () => {
  expect(gaps.withoutTest().map(({ layer, name }) => `${layer}: ${name}`)).toEqual([])
})

/**
 * A widget with its own keys is a composite: its stories press them, its contract documents them, and neither exists
 * alone.
 */
it('the inventory has a contract for every composite, and keys behind every contract', () => {
  expect(gaps.withoutContract(), 'stories press keys, no contract names them').toEqual([])
  const plays = (folder: string) => /\.keyboard\(/.test(storiesUnderContract(folder).text)
  expect(
    folders().filter(folder => contractsIn(folder).length > 0 && !plays(folder)),
    'a contract names keys, no story presses them',
  ).toEqual([])
})

it('the inventory proves contracts by stories that exist', () => {
  const missing = folders().flatMap(folder =>
    contractsIn(folder).flatMap(({ file, text }) => {
      const proof = text.includes('**Proof.**') ? text.slice(text.indexOf('**Proof.**')) : ''
      const { names } = storiesUnderContract(folder)
      if (!names.some(name => gaps.mentions(text, name))) return [`${file}: names no story`]
      const claimed = /Stor(?:y|ies) ((?:`\w+`(?:, (?:and )?| and )?)+)/.exec(proof)?.[1] ?? ''
      return [...claimed.matchAll(/`(\w+)`/g)]
        .map(match => match[1] ?? '')
        .filter(name => !names.includes(name))
        .map(name => `${file}: ${name}`)
    }),
  )
  expect(missing).toEqual([])
})

/** Stories of parts of a component, or of combinations of components. */
const partial = ['data-table-columns', 'data-table-data', 'data-table-rows', 'graph-display']

it('the inventory has a guide beside every story file: when to use it, when not, and its words with an example to follow and one to avoid', () => {
  const faults = folders().flatMap(folder =>
    filesIn(folder)
      .filter(file => file.endsWith('.stories.tsx'))
      .flatMap(file => {
        const name = file.slice(0, -'.stories.tsx'.length)
        if (partial.includes(name)) return []
        const text = guideIn(folder, name)
        if (text === null) return [`${folder}/${name}: no guide`]
        const lacks = ['## When to use\n', '## When not to\n', '## Content rules\n', '- Do: ', '- Don’t: '].filter(
          part => !new RegExp(`${part}\\s*\\S`).test(text),
        )
        // Examples are in two languages: English in its quotes, another behind the dot.
        return [
          ...lacks.map(part => `${folder}/${name}: ${part.trim()}`),
          ...(/^- Do: .+ · .+$/m.test(text) ? [] : [`${folder}/${name}: one language`]),
        ]
      }),
  )
  expect(faults).toEqual([])
})
