import path from 'node:path'
import type { Plugin } from 'vite'

const throwingClass = (name: string) =>
  `export class ${name} { constructor() { throw new Error('${name} is not part of this console.') } }`

/**
 * Ways of the sign-in library that the console never goes: it signs in by redirect and renews silently with plain
 * bearer tokens, leaves `allowPlatformBroker` off and asks for no region. The library imports them all the same; they
 * are 14 kB (gzip) of what a visitor waits for. Each is replaced by a class that says so when it is used after all, or
 * by one that has nothing to keep.
 */
const replacements: Readonly<Record<string, string>> = {
  PopupClient: throwingClass('PopupClient'),
  PlatformAuthInteractionClient: throwingClass('PlatformAuthInteractionClient'),
  // Silent sign-in by a code that a server took; the broker of the operating system is found out about only when it is
  // allowed.
  SilentAuthCodeClient: throwingClass('SilentAuthCodeClient'),
  PlatformAuthProvider:
    'export const getPlatformAuthProvider = async () => undefined\nexport const isPlatformAuthAllowed = () => false\nexport const isPlatformBrokerAvailable = async () => false',
  // Tokens that are bound to a key.
  PopTokenGenerator: throwingClass('PopTokenGenerator'),
  DpopProofGenerator: `${throwingClass('DpopProofGenerator')}\nexport const normalizeDpopResourceRequestContext = () => { throw new Error('DPoP is not part of this console.') }`,
  TokenBindingKeyManager:
    'export class TokenBindingKeyManager { async removeTokenBindingKey() { return false } async hasTokenBindingKey() { return false } async clearKeystore() { return true } }',
  RegionDiscovery: 'export class RegionDiscovery { async detectRegion() { return null } }',
}

/** A build in which one is no longer found fails: look again. */
export function signInLibraryPlugin(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'assay-sign-in-library',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const name = /[\\/]@azure[\\/]msal-(browser|common)[\\/]/.test(id)
        ? Object.keys(replacements).find(candidate => path.basename(id) === `${candidate}.mjs`)
        : undefined
      if (name === undefined) return null
      replaced.add(name)
      return replacements[name]
    },
    buildEnd(error) {
      const missing = Object.keys(replacements).filter(name => !replaced.has(name))
      if (!error && missing.length > 0)
        this.error(
          `The sign-in library has no ${missing.join(', ')} any more: check console/build/sign-in-library-plugin.ts.`,
        )
    },
  }
}
