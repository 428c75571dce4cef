import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Ways of the sign-in library that the console never goes: it signs in by redirect and renews silently, and leaves
 * `allowPlatformBroker` off. The library imports them all the same; they are 11 kB (gzip) of what a visitor waits for.
 */
const unused = ['PopupClient', 'PlatformAuthInteractionClient', 'PlatformAuthDOMHandler', 'PlatformAuthExtensionHandler']

/** Replaces each by a class that says so when it is used after all. A build in which one is no longer found fails: look again. */
export function signInLibraryPlugin(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'assay-sign-in-library',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const name = /[\\/]@azure[\\/]msal-browser[\\/]/.test(id) ? unused.find(candidate => path.basename(id) === `${candidate}.mjs`) : undefined
      if (name === undefined) return null
      replaced.add(name)
      return `export class ${name} { constructor() { throw new Error('${name} is not part of this console.') } }`
    },
    buildEnd(error) {
      const missing = unused.filter(name => !replaced.has(name))
      if (!error && missing.length > 0) this.error(`The sign-in library has no ${missing.join(', ')} any more: check console/build/sign-in-library-plugin.ts.`)
    },
  }
}
