import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const [toGzip, toBrotli] = [promisify(gzip), promisify(brotliCompress)]

/**
 * Writes `.br` and `.gz` beside every text asset of at least 1 kB, so that the service never compresses at run time.
 * The database of the sample data is large and rarely fetched: its compression level is lower, to save build time.
 */
export function compressPlugin(): Plugin {
  return {
    name: 'assay-compress',
    apply: 'build',
    async writeBundle(options, bundle) {
      // In parallel, on all processors: it takes ten seconds of processor time.
      await Promise.all(Object.keys(bundle).map(name => compressFile(path.join(options.dir ?? '.', name))))
    },
  }
}

async function compressFile(file: string): Promise<void> {
  const binary = /\.(wasm|data)$/.test(file)
  if (!binary && !/\.(js|css|json|html|svg)$/.test(file)) return
  const content = await readFile(file)
  if (content.length < 1024) return
  const [gz, br] = await Promise.all([
    toGzip(content, { level: binary ? 6 : 9 }),
    toBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: binary ? 6 : 10 } }),
  ])
  await Promise.all([writeFile(`${file}.gz`, gz), writeFile(`${file}.br`, br)])
}
