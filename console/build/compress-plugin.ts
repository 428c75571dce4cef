import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Writes `.br` and `.gz` beside every text asset of at least 1 kB, so that the service never compresses while it serves. The
 * database of the sample data is large and hardly anybody fetches it: it is packed less tightly, for the build's sake.
 */
export function compressPlugin(): Plugin {
  return {
    name: 'assay-compress',
    apply: 'build',
    writeBundle(options, bundle) {
      for (const name of Object.keys(bundle)) {
        const binary = /\.(wasm|data)$/.test(name)
        if (!binary && !/\.(js|css|json|html|svg)$/.test(name)) continue
        const file = path.join(options.dir ?? '.', name)
        const content = readFileSync(file)
        if (content.length < 1024) continue
        writeFileSync(`${file}.gz`, gzipSync(content, { level: binary ? 6 : 9 }))
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: binary ? 6 : 10 } }))
      }
    },
  }
}
