import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { entryModules } from './chunks/start-chunks.ts'

const pageSuffix = '?auth-page'
const pathOf = (id: string) => id.replaceAll('\\', '/').split('?')[0] ?? ''

/**
 * Gives the redirect page its own copies of the required modules of the sign-in library. With shared modules, the
 * bundler would create one chunk of everything that page or console needs: the page, which every sign-in waits for,
 * would load twenty times the code it uses, and the console's part of the library would be split in two, with a list of
 * names between the halves.
 */
export function authPagePlugin(): Plugin {
  return {
    name: 'assay-auth-page',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (importer === undefined || !(importer.endsWith(pageSuffix) || pathOf(importer).endsWith(entryModules.auth)))
        return null
      const found = await this.resolve(source, importer.replace(pageSuffix, ''), { ...options, skipSelf: true })
      return found && !found.external && /[\\/]node_modules[\\/]/.test(found.id)
        ? { ...found, id: found.id + pageSuffix }
        : found
    },
    load: id => (id.endsWith(pageSuffix) ? { code: readFileSync(pathOf(id), 'utf8'), moduleType: 'js' } : null),
  }
}
