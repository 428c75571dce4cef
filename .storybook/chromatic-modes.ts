import { storyNameFromExport } from 'storybook/internal/csf'
import { type ESTree, type Plugin, parseSync } from 'vite'
import { isCaptured, modeOf, modes, storyLocationOf, type VisualMode, visualModes } from './modes.ts'

type Expression = ESTree.Expression
type Globals = Readonly<Record<string, string>>

export interface StorySnapshots {
  /** Name of the export: `LongContent`. */
  story: string
  modes: VisualMode[]
}

interface StaticStory {
  /** The story that it shows, when it differs from that one in its globals alone. */
  shows: string
  globals: Globals
}

/** The object of `{ … }`, also behind `satisfies` and `as`. */
function objectOf(node: Expression | null | undefined): ESTree.ObjectExpression | undefined {
  if (node?.type === 'TSSatisfiesExpression' || node?.type === 'TSAsExpression') return objectOf(node.expression)
  return node?.type === 'ObjectExpression' ? node : undefined
}

const nameOf = (property: ESTree.ObjectPropertyKind): string | undefined =>
  property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : undefined

const valueOf = (object: ESTree.ObjectExpression | undefined, name: string): Expression | undefined => {
  const property = object?.properties.find(each => nameOf(each) === name)
  return property?.type === 'Property' ? property.value : undefined
}

/** Literal globals of an object: `{ theme: 'dark', viewport: { value: 'narrow' } }`. */
function literalGlobals(node: Expression | undefined): Globals {
  const properties = objectOf(node)?.properties ?? []
  return Object.fromEntries(
    properties.flatMap((property): [string, string][] => {
      const name = nameOf(property)
      if (name === undefined || property.type !== 'Property') return []
      const { value } = property
      if (value.type === 'Literal') return typeof value.value === 'string' ? [[name, value.value]] : []
      const inner = valueOf(objectOf(value), 'value')
      return inner?.type === 'Literal' && typeof inner.value === 'string' ? [[name, inner.value]] : []
    }),
  )
}

/** Top-level constants of a module, and which of them are exported. */
function constantsOf(file: string, code: string) {
  const { program } = parseSync(file, code)
  const constants = new Map<string, Expression | null>()
  const exported: string[] = []
  for (const statement of program.body) {
    const isExport = statement.type === 'ExportNamedDeclaration'
    const declaration = isExport ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      if (id.type !== 'Identifier') continue
      constants.set(id.name, init)
      if (isExport) exported.push(id.name)
    }
  }
  return { constants, exported }
}

/** The snapshots of a story file: each mode in which a picture is taken locally, and none that repeats another. */
export function storySnapshots(file: string, code: string): StorySnapshots[] {
  const { constants, exported } = constantsOf(file, code)
  const pinnedByFile = literalGlobals(valueOf(objectOf(constants.get('meta')), 'globals'))
  const staticStory = (name: string): StaticStory => {
    let story: StaticStory = { shows: name, globals: pinnedByFile }
    for (const property of objectOf(constants.get(name))?.properties ?? []) {
      if (property.type === 'SpreadElement') {
        const { argument } = property
        if (argument.type === 'Identifier' && exported.includes(argument.name)) story = staticStory(argument.name)
      } else if (nameOf(property) === 'globals')
        story = { ...story, globals: { ...pinnedByFile, ...literalGlobals(property.value) } }
      // Another play or other arguments: another picture.
      else story = { ...story, shows: name }
    }
    return story
  }
  const pictures = new Set<string>()
  return exported.map(story => {
    const { shows, globals } = staticStory(story)
    const location = storyLocationOf(file, storyNameFromExport(story))
    return {
      story,
      modes: visualModes.filter(mode => {
        if (!isCaptured(mode, location)) return false
        const shown = { ...modes[modeOf(mode)], ...globals }
        const picture = JSON.stringify([shows, mode === 'forced', Object.entries(shown).toSorted()])
        const isNew = !pictures.has(picture)
        pictures.add(picture)
        return isNew
      }),
    }
  })
}

/**
 * Parameters of the publisher for a story. Forced colours is a state of its browser and no global, so there is a second
 * build with that state: each build skips the stories of which it takes no picture.
 */
export function chromaticParameters(captured: readonly VisualMode[], forced: boolean): object {
  const inBuild = captured.filter(mode => (mode === 'forced') === forced)
  if (inBuild.length === 0) return { disableSnapshot: true }
  return forced
    ? { forcedColors: 'active' }
    : { modes: Object.fromEntries(inBuild.map(mode => [mode, modes[modeOf(mode)]])) }
}

/** Gives each story of the published Storybook its own modes. */
export const chromaticModes = (forced: boolean): Plugin => ({
  name: 'assay-chromatic-modes',
  enforce: 'pre',
  transform(code, id) {
    const [file = ''] = id.split('?')
    if (!file.endsWith('.stories.tsx')) return null
    const lines = storySnapshots(file, code).map(
      ({ story, modes: captured }) =>
        `${story}.parameters = { ...${story}.parameters, chromatic: ${JSON.stringify(chromaticParameters(captured, forced))} };`,
    )
    return { code: `${code}\n${lines.join('\n')}\n`, map: null }
  },
})
