import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import { pseudoMessages } from '@assay/design-system/pseudo'
import type { Plugin } from 'vite'
import { packMessages } from '../platform/i18n/packed-messages.ts'

const suffix = '?catalogue'
/** Made of the English texts, and only where the development server is asked for it. */
const pseudoFile = 'qps-ploc.json'

const read = (name: string) => JSON.parse(readFileSync(name, 'utf8')) as Record<string, string>

/** Language file as the browser needs it: laid over en-US, parsed here, so that no parser is shipped, and packed. */
function compile(file: string): string {
  const english = read(path.join(path.dirname(file), 'en-US.json'))
  const messages = path.basename(file) === pseudoFile ? pseudoMessages(english) : { ...english, ...read(file) }
  return JSON.stringify(packMessages(Object.fromEntries(Object.entries(messages).map(([id, text]) => [id, parse(text)]))))
}

/**
 * `import url from 'locales/de-DE.json?catalogue'` gives the address of the compiled catalogue: one file per language, hashed
 * in a build, served as it is in development.
 */
export function messagesPlugin(): Plugin {
  const addresses = new Map<string, string>()
  let building = false
  return {
    name: 'assay-messages',
    enforce: 'pre',
    configResolved(config) {
      building = config.command === 'build'
    },
    load(id) {
      if (!id.endsWith(suffix)) return null
      const file = id.slice(0, -suffix.length)
      this.addWatchFile(file)
      if (building) {
        const reference = this.emitFile({ type: 'asset', name: `messages-${path.basename(file)}`, source: compile(file) })
        return { code: `export default import.meta.ROLLUP_FILE_URL_${reference}`, moduleType: 'js' }
      }
      const address = `/@messages/${path.basename(file)}`
      addresses.set(address, file)
      addresses.set(`/@messages/${pseudoFile}`, path.join(path.dirname(file), pseudoFile))
      return { code: `export default ${JSON.stringify(address)}`, moduleType: 'js' }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = addresses.get(request.url ?? '')
        if (!file) return next()
        response.setHeader('content-type', 'application/json; charset=utf-8')
        response.end(compile(file))
      })
    },
  }
}
