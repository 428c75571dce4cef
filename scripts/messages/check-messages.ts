/**
 * Checks the message files: valid ICU, the same ids and arguments in every language, the plural categories of each
 * language, a message for every id in the code, a use for every id, no sentence left in English, no money formatted by
 * a message and no retired phrase in English.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { messageUses } from '../../console/build/message-uses.ts'
import { findRetiredPhrase } from './retired-phrases.ts'

const root = path.resolve(import.meta.dirname, '../..')
const languages = readdirSync(path.join(root, 'locales'))
  .filter(name => /^[a-z]{2}-[A-Z]{2}\.json$/.test(name))
  .map(name => name.slice(0, 5))
const catalogues = new Map(
  languages.map(language => [
    language,
    JSON.parse(readFileSync(path.join(root, `locales/${language}.json`), 'utf8')) as Record<string, string>,
  ]),
)
const source = catalogues.get('en-US') ?? {}
const problems: string[] = []

/** Arguments and tags of a message with their kinds, for comparison between languages. */
function shape(
  elements: readonly MessageFormatElement[],
  into = new Map<string, Set<string>>(),
): Map<string, Set<string>> {
  const note = (name: string, kind: string) => into.set(name, (into.get(name) ?? new Set()).add(kind))
  for (const element of elements) {
    if (element.type === TYPE.argument) note(element.value, 'argument')
    else if (element.type === TYPE.number || element.type === TYPE.date || element.type === TYPE.time)
      note(element.value, TYPE[element.type])
    else if (element.type === TYPE.select || element.type === TYPE.plural) {
      note(element.value, TYPE[element.type])
      for (const option of Object.values(element.options)) shape(option.value, into)
    } else if (element.type === TYPE.tag) {
      note(`<${element.value}>`, 'tag')
      shape(element.children, into)
    }
  }
  return into
}

function plurals(
  elements: readonly MessageFormatElement[],
  visit: (options: string[], ordinal: boolean) => void,
): void {
  for (const element of elements) {
    if (element.type === TYPE.plural) visit(Object.keys(element.options), element.pluralType === 'ordinal')
    if (element.type === TYPE.select || element.type === TYPE.plural)
      for (const option of Object.values(element.options)) plurals(option.value, visit)
    if (element.type === TYPE.tag) plurals(element.children, visit)
  }
}

const describe = (shapes: Map<string, Set<string>>) =>
  [...shapes]
    .map(([name, kinds]) => `${name}:${[...kinds].sort().join('+')}`)
    .sort()
    .join(' ')

for (const [language, catalogue] of catalogues) {
  for (const id of Object.keys(source)) if (!(id in catalogue)) problems.push(`${language}: ${id} is missing`)
  for (const [id, text] of Object.entries(catalogue)) {
    if (!(id in source)) {
      problems.push(`${language}: ${id} is not in en-US`)
      continue
    }
    try {
      const parsed = parse(text)
      const here = describe(shape(parsed))
      const there = describe(shape(parse(source[id] ?? '')))
      if (here !== there) problems.push(`${language}: ${id} has arguments [${here}], en-US has [${there}]`)
      plurals(parsed, (options, ordinal) => {
        const needed = new Intl.PluralRules(language, { type: ordinal ? 'ordinal' : 'cardinal' }).resolvedOptions()
          .pluralCategories
        const missing = needed.filter(category => !options.includes(category))
        if (missing.length > 0) problems.push(`${language}: ${id} lacks the plural forms ${missing.join(', ')}`)
      })
    } catch (error) {
      problems.push(
        `${language}: ${id} is not a valid message: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
    const untranslated = language !== 'en-US' && text === source[id] && /[a-z]{4,} [a-z]{3,}/i.test(text)
    if (untranslated) problems.push(`${language}: ${id} is still English`)
    // Currency is shown by its code: a message receives an amount formatted by the product's format.
    if (/number, *(::)?currency/.test(text)) problems.push(`${language}: ${id} formats money by itself`)
  }
}

for (const [id, text] of Object.entries(source)) {
  const retired = findRetiredPhrase(text)
  if (retired) problems.push(`en-US: ${id} says “${retired.phrase}”, which is retired: ${retired.instead}`)
}

/** Every string in the code that has the form of a message id, and template literals as patterns of one. */
const literals = new Set<string>()
const patterns: RegExp[] = []
function scanFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!['node_modules', 'dist'].includes(entry.name)) scanFolder(file)
    } else if (/\.(ts|tsx|mdx)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)) {
      const code = readFileSync(file, 'utf8')
      const uses = messageUses(code)
      for (const id of uses.ids) literals.add(id)
      patterns.push(...uses.patterns)
    }
  }
}
for (const folder of ['console', 'design-system', 'risk-service']) scanFolder(path.join(root, folder))

const families = new Set(Object.keys(source).map(id => id.split('.')[0]))
for (const id of Object.keys(source))
  if (!literals.has(id) && !patterns.some(pattern => pattern.test(id))) problems.push(`en-US: ${id} is not used`)
/** Lower-case segments may also be code of the query language, such as Functions.root. */
const messageIdPattern = /^[A-Z]\w*(?:\.[A-Z0-9]\w*)+$/
for (const id of literals)
  if (messageIdPattern.test(id) && families.has(id.split('.')[0]) && !(id in source))
    problems.push(`code: ${id} has no message`)

if (problems.length > 0) {
  console.error(problems.join('\n'))
  console.error(`${problems.length} problems in the messages.`)
  process.exit(1)
}
console.log(`${Object.keys(source).length} messages in ${languages.length} languages: complete and used.`)
