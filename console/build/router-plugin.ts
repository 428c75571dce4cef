import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

const folder = path.resolve(path.dirname(createRequire(import.meta.url).resolve('react-router')), '../production')
const files: Readonly<Record<string, string>> = { 'react-router': 'index.mjs', 'react-router/dom': 'dom-export.mjs' }

/**
 * Resolves the router without its development warnings: its package contains such files, but exports the others for
 * every build.
 */
export function routerPlugin(): Plugin {
  return {
    name: 'assay-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: id => {
      const file = files[id]
      return file === undefined ? null : path.join(folder, file)
    },
  }
}
