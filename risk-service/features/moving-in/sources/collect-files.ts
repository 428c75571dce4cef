import type { MoveNote, MovingInSource } from '../../../contract/moving-in/moving-in.ts'
import { byName, fileNameOf } from '../../configuration/files/file-names.ts'
import { supportListOf } from '../../configuration/files/support-list-files.ts'
import { createNote } from '../model/moved-objects.ts'
import { createFaultNote } from '../model/schema-notes.ts'
import { dividePasted } from './pasted-text.ts'
import { isStorable } from './storable-text.ts'
import { templateFiles } from './template-files.ts'
import { isVelocityText } from './velocity-text.ts'

export interface CollectedFiles {
  /** Texts by their path in the folder of a configuration. */
  files: Map<string, string>
  /** Lists that came with columns and without rows, by path. */
  withoutRows: ReadonlySet<string>
  /** What cannot be read at all: the reasons by path. */
  unreadable: Map<string, MoveNote[]>
}

const folders =
  /^(?:rules|velocities|functions|external-calls|external-assessments|lists|queues)\/|^(?:settings|environments|users|applications)\.json$/
const ignored = /(?:^|\/)(?:README[^/]*|\.[^/]*|__MACOSX\/.*|[^/]*\.md)$/i

/**
 * Brings the files of a source into the folder of a configuration: below a folder of their own they lose it, loose
 * files get their place by their ending and their text, a template becomes the files of what is in it.
 */
export function collectFiles(source: Pick<MovingInSource, 'files' | 'pasted' | 'assessment'>): CollectedFiles {
  const chosen = source.files.map(({ path, text }) => ({ path: cleanPath(path), text: text.replace(/^\uFEFF/, '') }))
  const root = commonRoot(chosen.map(({ path }) => path))
  const files = new Map<string, string>()
  const withoutRows = new Set<string>()
  const unreadable = new Map<string, MoveNote[]>()
  const add = (path: string, text: string): void => {
    const before = files.get(path)
    if (!isStorable(path, text)) unreadable.set(path, [createFaultNote('unstorable')])
    else if (before === undefined) files.set(path, text)
    // Several templates of one source: their orders follow one another, and their settings are of other assessments.
    else if (path.endsWith('/order.txt')) files.set(path, before + text)
    else if (path === 'settings.json') files.set(path, mergedSettings(before, text))
    else unreadable.set(path, [createNote('repeated', { name: path })])
  }
  for (const { path, text } of chosen.toSorted((a, b) => byName(a.path, b.path))) {
    const inside = path.slice(root.length)
    if (ignored.test(inside)) continue
    if (folders.test(inside)) {
      add(namedPath(inside, text), text)
      continue
    }
    const template = /\.json$/i.test(inside) ? templateFiles(text) : null
    if (template === null) add(namedPath(placeOf(inside, text, source.assessment), text), text)
    else if ('notes' in template) unreadable.set(inside, template.notes)
    else {
      for (const [name, content] of template.files) add(name, content)
      for (const name of template.withoutRows) withoutRows.add(name)
    }
  }
  for (const [name, content] of dividePasted(source.pasted, source.assessment)) add(name, content)
  return { files: new Map([...files].sort(([a], [b]) => byName(a, b))), withoutRows, unreadable }
}

/** Calls and external assessments have their name in the file: it is that of the file, too. */
function namedPath(path: string, text: string): string {
  const folder = /^external-(?:calls|assessments)\/(?=[^/]*\.json$)/.exec(path)?.[0]
  const value = folder === undefined ? null : parsed(text)
  return folder !== undefined && hasMembers(value, 'name') && 'name' in value && typeof value.name === 'string'
    ? `${folder}${fileNameOf(value.name)}.json`
    : path
}

const cleanPath = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .split('/')
    .filter(part => part !== '' && part !== '.' && part !== '..')
    .join('/')

/** Returns the folder, with its slash, above the first folder that a configuration has; empty: there is none. */
function commonRoot(paths: readonly string[]): string {
  const [first = ''] = paths
  const parts = first.split('/').slice(0, -1)
  for (let depth = 0; depth <= parts.length; depth++) {
    const root = parts
      .slice(0, depth)
      .map(part => `${part}/`)
      .join('')
    const inside = paths.filter(path => path.startsWith(root))
    if (inside.length < paths.length) return ''
    if (inside.some(path => folders.test(path.slice(root.length)))) return root
  }
  return ''
}

/** Returns the place of a loose file; itself where none is found. */
function placeOf(path: string, text: string, assessment: string): string {
  const file = path.split('/').at(-1) ?? path
  const name = file.replace(/\.\w+$/, '')
  if (/\.(?:fql|txt)$/i.test(file))
    return isVelocityText(text) ? `velocities/${name}.fql` : `rules/${assessment}/${name}.fql`
  if (/\.csv$/i.test(file)) {
    const support = supportListOf(name.replaceAll('_', ' '))
    return support === null ? `lists/custom/${name}.csv` : `lists/support/${name.replaceAll('_', ' ')}.csv`
  }
  if (!/\.json$/i.test(file)) return path
  const value = parsed(text)
  if (hasMembers(value, 'url', 'method', 'authentication')) return `external-calls/${file}`
  if (hasMembers(value, 'name', 'target')) return `external-assessments/${file}`
  if (hasMembers(value, 'assessment', 'defaultAction')) return `queues/${fileNameOf(name)}.json`
  if (hasMembers(value, 'columns', 'connection')) return `lists/databases/${file}`
  return path
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function mergedSettings(before: string, text: string): string {
  const [first, second] = [parsed(before), parsed(text)]
  return hasMembers(first) && hasMembers(second) ? `${JSON.stringify({ ...first, ...second }, null, 2)}\n` : text
}

const hasMembers = (value: unknown, ...members: string[]): value is object =>
  typeof value === 'object' && value !== null && members.every(member => Object.hasOwn(value, member))
