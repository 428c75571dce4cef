import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pseudoMessages } from '@assay/design-system/pseudo'
import { parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin, Rolldown } from 'vite'
import { shippedLanguages } from '../platform/i18n/languages.ts'
import { serialiseMessages } from '../platform/i18n/serialised-messages.ts'
import { divideMessages, filesWithTexts, missingMessages, partOf, startPart } from './message-parts.ts'

const module = 'virtual:assay-catalogues'
const locales = path.resolve(import.meta.dirname, '../../locales')
const pageTexts = path.resolve(import.meta.dirname, '../platform/i18n/texts.ts')
/** Generated from the English texts, and only when the development server is asked for it. */
const pseudoFile = 'qps-ploc.json'

const read = (language: string) =>
  JSON.parse(readFileSync(path.join(locales, `${language}.json`), 'utf8')) as Record<string, string>

/** Language file for the browser: merged with en-US, parsed here, so that no parser is shipped, and packed. */
function compile(language: string, wanted: (id: string) => boolean = () => true): string {
  const english = read('en-US')
  const messages = `${language}.json` === pseudoFile ? pseudoMessages(english) : { ...english, ...read(language) }
  return JSON.stringify(
    serialiseMessages(
      Object.fromEntries(Object.entries(messages).flatMap(([id, text]) => (wanted(id) ? [[id, parse(text)]] : []))),
    ),
  )
}

/** Import of a file on demand, wherever the formatter wraps the line; `typeof import()` is a type. */
const lazyImport = /(?<!typeof\s+|^\s*(?:\*|\/\/).*)\bimport\(\s*'([^']+)'\s*\)(\s*\.then\()?/gm

/** Determined by the build without packing: files imported on demand, with all their static imports. */
const lazyFiles = new Map<string, Set<string>>()

/** A module and all its static imports, direct or not. */
function transitiveImports(id: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const seen = new Set<string>()
  const waiting = [id]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...importsOf(next))
  }
  return seen
}

/** Position of the bracket that closes the one opened just before `from`. */
function closingBracketAt(code: string, from: number): number {
  let [depth, at] = [1, from]
  for (; depth > 0 && at < code.length; at++) depth += code[at] === '(' ? 1 : code[at] === ')' ? -1 : 0
  return at
}

/**
 * Texts as files: those of the start are one file per language, and each part of the console that is fetched on demand
 * has its own file. The messages of a part are determined from its modules; an import of such a part waits for its
 * texts (`platform/i18n/texts.ts`), so that it is never rendered without them; a file that shows none of them does not
 * wait. In development one file per language contains everything.
 * @param chunks of a build without packing; without it, this is that build
 */
export function messagesPlugin(chunks?: () => readonly Rolldown.OutputChunk[]): Plugin {
  let building = false
  let parts: ReadonlyMap<string, ReadonlySet<string>> = new Map()
  let waiting: ReadonlySet<string> | undefined
  const ids = Object.keys(read('en-US'))
  return {
    name: 'assay-messages',
    enforce: 'pre',
    configResolved(config) {
      building = config.command === 'build'
    },
    resolveId: id => (id === module ? `\0${module}` : null),
    load(id) {
      if (id !== `\0${module}`) return null
      if (!building)
        return `export const addressOf = (language, part) => part === '${startPart}' ? '/@messages/' + language.replace('plocm', 'ploc') + '.json' : null`
      parts = divideMessages(chunks?.() ?? [], ids, lazyFiles)
      const files = shippedLanguages.flatMap(language =>
        [...parts].map(([part, own]) => ({ language, part, source: compile(language, message => own.has(message)) })),
      )
      const revision = createHash('sha256')
        .update(files.map(({ source }) => source).join())
        .digest('base64url')
        .slice(0, 8)
      if (chunks)
        for (const { language, part, source } of files)
          this.emitFile({ type: 'asset', fileName: `dist/messages-${language}-${part}-${revision}.json`, source })
      // One revision for all files: their addresses then cost a page a few bytes instead of a hash for each.
      return `const here = import.meta.url, parts = ${JSON.stringify([...parts.keys()].join())}.split(',')
export const addressOf = (language, part) => parts.includes(part) ? new URL('messages-' + language + '-' + part + '-${revision}.json', here).pathname : null`
    },
    transform: {
      filter: { id: /\.tsx?$/ },
      async handler(code, id) {
        if (!building || /[\\/]node_modules[\\/]/.test(id)) return null
        let [changed, done] = ['', 0]
        for (const { 0: text, 1: specifier = '', 2: then, index } of code.matchAll(lazyImport)) {
          const file = await this.resolve(specifier, id)
          if (!file || /[\\/]node_modules[\\/]/.test(file.id) || !/\.tsx?$/.test(file.id)) continue
          const part = partOf(file.id)
          if (part === startPart) continue
          if (chunks) {
            waiting ??= filesWithTexts(lazyFiles, divideMessages(chunks(), ids, lazyFiles), ids)
            if (!waiting.has(file.id)) continue
          } else lazyFiles.set(file.id, new Set())
          // The members used from the file are named directly behind its import: only then can the bundler omit the
          // rest.
          const end = then === undefined ? index + text.length : closingBracketAt(code, index + text.length)
          changed += `${code.slice(done, index)}withTexts('${part}', ${code.slice(index, end)})`
          done = end
        }
        return done === 0
          ? null
          : { code: `import { withTexts } from ${JSON.stringify(pageTexts)}\n${changed}${code.slice(done)}`, map: null }
      },
    },
    generateBundle(_options, bundle) {
      if (!chunks) {
        for (const id of lazyFiles.keys())
          lazyFiles.set(
            id,
            transitiveImports(id, each => this.getModuleInfo(each)?.importedIds ?? []),
          )
        return
      }
      const missing = missingMessages(
        Object.values(bundle).filter(each => each.type === 'chunk'),
        parts,
        ids,
      )
      if (missing.length > 0) this.error(missing.join('\n'))
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const language = /^\/@messages\/([\w-]+)\.json$/.exec(request.url ?? '')?.[1]
        if (
          language === undefined ||
          !(`${language}.json` === pseudoFile || existsSync(path.join(locales, `${language}.json`)))
        )
          return next()
        response.setHeader('content-type', 'application/json; charset=utf-8')
        response.end(compile(language))
      })
    },
  }
}
