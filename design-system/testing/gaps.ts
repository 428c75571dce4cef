import {
  type Component,
  components,
  conformanceTestOf,
  contractsFor,
  contractsIn,
  filesIn,
  folders,
  storiesIn,
  storyNames,
} from './inventory.ts'

/*
 * Requirements that a component does not meet yet. A test requires each of these lists to be empty, and the report of a
 * release counts them.
 */

export const mentions = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text)

/** Parts that are only used inside of another component, whose stories show each of their states. */
const shownInside: Readonly<Record<string, string>> = { TableMessage: 'DataTable', CodeDiagnosticList: 'CodeEditor' }

/** Components without a story in their layer; a part may be shown by its parent. */
export function withoutStory(): Component[] {
  const ofLayer = (layer: string) =>
    folders()
      .filter(folder => folder.split('/')[0] === layer)
      .map(folder => storiesIn(folder).text)
      .join('\n')
  return components().filter(({ name, layer, alias }) => !alias && !mentions(ofLayer(layer), shownInside[name] ?? name))
}

export const withoutTest = (): Component[] =>
  components().filter(({ name, layer }) => !mentions(conformanceTestOf(layer), name))

/** Components without a visible part, and the parts of table and graph whose states their own file shows. */
const matrixFree = ['visually-hidden', 'data-table-columns', 'data-table-data', 'data-table-rows', 'graph-display']

/** Story files without the frame that shows all variants and states. */
export function withoutMatrix(): string[] {
  const files = folders().flatMap(folder =>
    filesIn(folder)
      .filter(file => file.endsWith('.stories.tsx'))
      .map(file => ({ folder, name: file.slice(0, -'.stories.tsx'.length) })),
  )
  return files
    .filter(({ folder, name }) => !matrixFree.includes(name) && !storyNames(folder, name).includes('Matrix'))
    .map(({ folder, name }) => `${folder}/${name}`)
}

/**
 * Their keys are those of the one native element or primitive underneath: a contract would repeat its documentation.
 */
const contractFree = [
  'primitives/button',
  'primitives/icon-button',
  'primitives/link',
  'forms/checkbox',
  'forms/input',
  'forms/radio-group',
  'forms/switch',
  'forms/textarea',
  'navigation/skip-link',
  'overlays/hover-card',
  'overlays/tooltip',
  'patterns/catalogue-tile',
  'patterns/decision-button',
]

/** Folders of composites whose stories press keys, without a page that documents the keys. */
export function withoutContract(): string[] {
  const presses = (folder: string) => storiesIn(folder).names.some(name => name.startsWith('Keyboard'))
  const pascal = (folder: string) =>
    folder.slice(folder.lastIndexOf('/') + 1).replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  // Parts of a layer without subfolders have a section in its contract.
  const written = (folder: string) =>
    contractsFor(folder).length > 0 ||
    contractsIn(folder.split('/')[0] ?? '').some(({ text }) => text.includes(`# ${pascal(folder)}`))
  return folders().filter(folder => !contractFree.includes(folder) && presses(folder) && !written(folder))
}
