/**
 * Writes the bill of materials of what is delivered, without the tools that make it, as CycloneDX. It is read from the
 * lock file: nothing has to be installed.
 *   npm run sbom                  to test-results/assay.cdx.json
 *   npm run sbom -- --out FILE
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

interface Component {
  'bom-ref': string
  type: string
  name: string
  version: string
  scope: string
  purl: string
  hashes: { alg: string; content: string }[]
  licenses: object[]
}
interface LockedPackage {
  version?: string
  integrity?: string
  license?: string
  link?: boolean
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
}

const root = path.resolve(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { out: { type: 'string' } } })
const file = path.resolve(values.out ?? path.join(root, 'test-results/assay.cdx.json'))
const text = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--omit', 'dev'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64_000_000,
  shell: process.platform === 'win32',
})
const bill = JSON.parse(text) as { components: Component[]; dependencies: { ref: string; dependsOn: string[] }[] }

/**
 * Components that `--omit dev` leaves out although they are delivered: those that one workspace delivers and another
 * one names as a tool, such as React. The lock file tells them apart.
 */
function omittedComponents(): Component[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`))
  return Object.entries(packages).flatMap(([place, locked]) => {
    const { version = '', integrity = '', license, link, dev, devOptional, optional } = locked
    const name = place.split('node_modules/').at(-1) ?? ''
    const ref = `${name}@${version}`
    if (!place.includes('node_modules/') || link || dev || devOptional || listed.has(ref)) return []
    listed.add(ref)
    return {
      'bom-ref': ref,
      type: 'library',
      name,
      version,
      scope: optional ? 'optional' : 'required',
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
      licenses: license === undefined ? [] : [{ license: { id: license } }],
    }
  })
}

const omitted = omittedComponents()
bill.components.push(...omitted)
bill.dependencies.push(...omitted.map(component => ({ ref: component['bom-ref'], dependsOn: [] })))
mkdirSync(path.dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
console.log(`${bill.components.length} components: ${file}`)
