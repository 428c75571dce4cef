import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { beginnings } from './start-chunks-plugin.ts'

const mark = '?auth-page'
const plain = (id: string) => id.replaceAll('\\', '/').split('?')[0] ?? ''

/**
 * The page that takes the provider's answer has copies of its own of what it needs of the sign-in library. Shared with
 * the console, the bundler would make one chunk of everything that either needs: the page, which everybody waits for on
 * the way back, loads twenty times what it uses, and the console's part of the library is cut in two, with a list of
 * names between the halves.
 */
export function authPagePlugin(): Plugin {
  return {
    name: 'assay-auth-page',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (importer === undefined || !(importer.endsWith(mark) || plain(importer).endsWith(beginnings.auth))) return null
      const found = await this.resolve(source, importer.replace(mark, ''), { ...options, skipSelf: true })
      return found && !found.external && /[\\/]node_modules[\\/]/.test(found.id)
        ? { ...found, id: found.id + mark }
        : found
    },
    load: id => (id.endsWith(mark) ? { code: readFileSync(plain(id), 'utf8'), moduleType: 'js' } : null),
  }
}
