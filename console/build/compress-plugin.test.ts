import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { compressPlugin } from './compress-plugin.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'assay-compress-'))
afterEach(() => rmSync(folder, { recursive: true }))

it('the compression of the build packs text and programs of at least 1 kB both ways before the build ends, and nothing else', async () => {
  const files = {
    'a.js': 'const a = 1\n'.repeat(500),
    'small.js': 'x',
    'b.wasm': 'y'.repeat(2000),
    'c.png': 'z'.repeat(2000),
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content)
  const { writeBundle } = compressPlugin() as unknown as {
    writeBundle: (options: { dir: string }, bundle: object) => Promise<void>
  }
  await writeBundle({ dir: folder }, files)
  expect(readdirSync(folder).toSorted()).toEqual([
    'a.js',
    'a.js.br',
    'a.js.gz',
    'b.wasm',
    'b.wasm.br',
    'b.wasm.gz',
    'c.png',
    'small.js',
  ])
  expect(brotliDecompressSync(readFileSync(path.join(folder, 'a.js.br'))).toString()).toBe(files['a.js'])
  expect(gunzipSync(readFileSync(path.join(folder, 'b.wasm.gz'))).toString()).toBe(files['b.wasm'])
})
