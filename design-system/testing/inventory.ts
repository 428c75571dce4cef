import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const library = path.resolve(import.meta.dirname, '..')
const publishedLayers = [
  'primitives',
  'forms',
  'overlays',
  'navigation',
  'feedback',
  'data-display',
  'data-table',
  'charts',
  'graph',
  'map',
  'editor',
  'patterns',
  'templates',
] as const

export interface Component {
  name: string
  layer: string
  /** Folder of the component below the library: `forms/combobox`. */
  folder: string
  file: string
  /**
   * A part of the underlying library that is re-exported unchanged: shown and tested with the component it belongs to.
   */
  alias: boolean
}

const read = (file: string) => readFileSync(path.join(library, file), 'utf8')
/** Files of one folder, not of those below it. */
export const filesIn = (folder: string) =>
  readdirSync(path.join(library, folder), { withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => entry.name)

const declared = /^export (?:async )?(?:function|const|class) ([A-Z]\w*)/gm
const isComponent = (name: string) => /^[A-Z]/.test(name) && /[a-z]/.test(name)

/** Components that a module exports, by the file of their definition. */
function exported(file: string, only?: readonly string[]): { name: string; file: string }[] {
  const text = read(file)
  const names = [...text.matchAll(declared)].map(match => match[1] ?? '').filter(isComponent)
  const own = file.endsWith('.tsx') ? names.map(name => ({ name, file })) : []
  const passed = [...text.matchAll(/export (?:\*|\{([^}]*)\}) from '(\.[^']+)'/g)].flatMap(([, list, from]) => {
    const wanted = list
      ?.split(',')
      .map(item => item.trim())
      .filter(item => item !== '' && !item.startsWith('type '))
      .map(item => item.split(' as ')[0] ?? '')
    return exported(path.join(path.dirname(file), from ?? ''), wanted)
  })
  return [...own, ...passed].filter(({ name }) => only === undefined || only.includes(name))
}

/** Every component that the library publishes: read from the entries of its layers, so that none can be forgotten. */
export function components(): Component[] {
  return publishedLayers.flatMap(layer => {
    const entries = [`${layer}/index.ts`, `${layer}/light/index.ts`].filter(file =>
      existsSync(path.join(library, file)),
    )
    const found = new Map(entries.flatMap(entry => exported(entry)).map(each => [each.name, each]))
    return [...found.values()].map(({ name, file }) => ({
      name,
      layer,
      file,
      folder: path.dirname(file).replaceAll('\\', '/'),
      alias: new RegExp(`^export const ${name} = \\w+\\.\\w+$`, 'm').test(read(file)),
    }))
  })
}

const namesIn = (text: string) => [...text.matchAll(/^export const (\w+)/gm)].map(match => match[1] ?? '')
/** Names of the stories of one file. */
export const storyNames = (folder: string, name: string): string[] => namesIn(read(`${folder}/${name}.stories.tsx`))

/** Stories of a folder: the text of the files and the names they export. */
export function storiesIn(folder: string): { text: string; names: string[] } {
  const text = filesIn(folder)
    .filter(file => file.endsWith('.stories.tsx'))
    .map(file => read(`${folder}/${file}`))
    .join('\n')
  return { text, names: namesIn(text) }
}

export const contractsIn = (folder: string) =>
  filesIn(folder)
    .filter(file => file.endsWith('.contract.md'))
    .map(file => ({ file: `${folder}/${file}`, text: read(`${folder}/${file}`) }))
const layerOf = (folder: string) => folder.split('/')[0] ?? ''
/** A layer with a contract and no stories in its root has one contract for all its folders: the charts. */
const hasSharedContract = (layer: string) => contractsIn(layer).length > 0 && storiesIn(layer).names.length === 0

/** Contracts of the components in a folder: its own, or the shared one of its layer. */
export const contractsFor = (folder: string) => {
  const own = contractsIn(folder)
  return own.length === 0 && hasSharedContract(layerOf(folder)) ? contractsIn(layerOf(folder)) : own
}

/**
 * Stories that verify the contracts of a folder: its own, or for a shared contract those of all folders of the layer.
 */
export function storiesUnderContract(folder: string): { text: string; names: string[] } {
  if (!hasSharedContract(folder)) return storiesIn(folder)
  const text = folders()
    .filter(each => layerOf(each) === folder)
    .map(each => storiesIn(each).text)
    .join('\n')
  return { text, names: namesIn(text) }
}
/** Text of the guide of a component; null without a guide. */
export const guideIn = (folder: string, name: string) =>
  existsSync(path.join(library, folder, `${name}.guide.md`)) ? read(`${folder}/${name}.guide.md`) : null
export const conformanceTestOf = (layer: string) =>
  existsSync(path.join(library, layer, 'conformance.browser.test.tsx'))
    ? read(`${layer}/conformance.browser.test.tsx`)
    : ''
/** Folders of a layer with stories or contracts, the layer itself included. */
export const folders = () =>
  publishedLayers
    .filter(layer => existsSync(path.join(library, layer)))
    .flatMap(layer => [
      layer,
      ...readdirSync(path.join(library, layer), { withFileTypes: true })
        .filter(entry => entry.isDirectory())
        .map(entry => `${layer}/${entry.name}`),
    ])
