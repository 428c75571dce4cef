/**
 * Writes the bill of materials of what is delivered, without the tools that make it, as CycloneDX. It is read from the
 * lock file: nothing has to be installed.
 *   npm run sbom                  to test-results/assay.cdx.json
 *   npm run sbom -- --out FILE
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

const root = path.resolve(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { out: { type: 'string' } } })
const file = path.resolve(values.out ?? path.join(root, 'test-results/assay.cdx.json'))
const text = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--omit', 'dev'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64_000_000,
  shell: process.platform === 'win32',
})
const { components } = JSON.parse(text) as { components: { name: string; hashes?: unknown[] }[] }
mkdirSync(path.dirname(file), { recursive: true })
writeFileSync(file, text)
console.log(`${components.length} components: ${file}`)
