/** The fresh Vite application outside of the workspace: the packed library installed, and pages that use it. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { environment, root } from '../test/stages.ts'

/** Collects problems; the check continues. */
export type Assert = (condition: boolean, problem: string) => void

interface LockPackage {
  resolved?: string
  integrity?: string
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  version?: string
}
type Lock = { packages: Record<string, LockPackage> }

/**
 * The lock file of the fresh application: the versions of the workspace, so that npm uses its cache and needs no
 * network.
 */
function lockFor(name: string, archive: string, manifest: LockPackage, own: Record<string, string>): object {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock
  const locked: Record<string, LockPackage> = {}
  const locate = (dependency: string, from: string): string | undefined => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const key = `${at === '' ? '' : `${at}/`}node_modules/${dependency}`
      if (key in packages) return key
      if (at === '') return undefined
    }
  }
  const lock = (dependency: string, from: string): void => {
    const key = locate(dependency, from)
    const entry = key === undefined ? undefined : packages[key]
    if (key === undefined || !entry || key in locked || entry.link) return
    locked[key] = entry
    const optional = Object.keys(entry.peerDependencies ?? {}).filter(
      peer => !entry.peerDependenciesMeta?.[peer]?.optional,
    )
    for (const next of [
      ...Object.keys(entry.dependencies ?? {}),
      ...Object.keys(entry.optionalDependencies ?? {}),
      ...optional,
    ])
      lock(next, key)
  }
  for (const dependency of [...Object.keys(manifest.dependencies ?? {}), ...Object.keys(own)])
    lock(dependency, 'design-system')
  const dependencies = { [name]: `file:${archive}`, ...own }
  return {
    name: 'fresh',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'fresh', version: '1.0.0', dependencies },
      ...locked,
      [`node_modules/${name}`]: { ...manifest, resolved: `file:${archive}` },
    },
  }
}

const npm = (args: string[], cwd: string) =>
  execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })

const oldest = process.argv.includes('--oldest')
/** The range itself, or the lowest version that it allows. */
const rangeOf = (range: string): string => (oldest ? (/\d+\.\d+\.\d+/.exec(range)?.[0] ?? range) : range)

/** Packs the built library and installs the archive with npm. */
export function installPackage(app: string, assert: Assert): void {
  const dist = path.join(root, 'design-system/dist')
  const [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', app], dist)) as {
    filename: string
    size: number
    entryCount: number
    files: { path: string }[]
  }[]
  if (!packed) throw new Error('npm pack made no archive')
  console.log(`packed: ${packed.entryCount} files, ${Math.round(packed.size / 1000)} kB`)
  const strays = packed.files
    .map(file => file.path)
    .filter(file => /\.(stories|test)\.|\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  assert(strays.length === 0, `The archive holds sources: ${strays.slice(0, 5).join(', ')}`)
  const manifest = JSON.parse(readFileSync(path.join(dist, 'package.json'), 'utf8')) as LockPackage & {
    name: string
    peerDependencies: Record<string, string>
    peerDependenciesMeta: Record<string, { optional?: boolean }>
  }
  const fresh = process.argv.includes('--clean') || oldest
  const peers = Object.keys(manifest.peerDependencies).filter(
    name => name !== 'tailwindcss' && (fresh || !manifest.peerDependenciesMeta[name]?.optional),
  )
  const own = Object.fromEntries(peers.map(name => [name, rangeOf(manifest.peerDependencies[name] ?? '*')]))
  writeFileSync(
    path.join(app, 'package.json'),
    JSON.stringify({
      name: 'fresh',
      version: '1.0.0',
      private: true,
      type: 'module',
      dependencies: { [manifest.name]: `file:${packed.filename}`, ...own },
    }),
  )
  if (oldest) {
    // Without a lock file: the dependencies are the newest of their ranges, the peers the oldest.
    npm(
      ['install', '--prefer-offline', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'],
      app,
    )
    return
  }
  writeFileSync(
    path.join(app, 'package-lock.json'),
    JSON.stringify(lockFor(manifest.name, packed.filename, manifest, own)),
  )
  if (process.argv.includes('--clean')) {
    npm(
      ['ci', '--prefer-offline', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'],
      app,
    )
  } else {
    const folder = path.join(app, 'node_modules', manifest.name)
    mkdirSync(folder, { recursive: true })
    execFileSync('tar', ['-xzf', packed.filename, '-C', folder, '--strip-components=1'], { cwd: app })
    for (const name of [...Object.keys(manifest.dependencies ?? {}), ...Object.keys(own)]) linkPackage(app, name)
  }
}

/** Makes a package of the workspace one of the application. */
function linkPackage(app: string, name: string): void {
  const link = path.join(app, 'node_modules', name)
  mkdirSync(path.dirname(link), { recursive: true })
  if (!existsSync(link)) symlinkSync(realpathSync(path.join(root, 'node_modules', name)), link, 'junction')
}

/** Adds what charts, graph, map and editor need: an application that shows none of them works without. */
export function installOptionalPeers(app: string): void {
  const { peerDependenciesMeta } = JSON.parse(
    readFileSync(path.join(root, 'design-system/dist/package.json'), 'utf8'),
  ) as { peerDependenciesMeta: Record<string, { optional?: boolean }> }
  for (const name of Object.keys(peerDependenciesMeta)) if (name !== 'tailwindcss') linkPackage(app, name)
}

const page = (script: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fresh</title><link rel="icon" href="data:,"></head><body><div id="root"></div><script type="module" src="/${script}"></script></body></html>`

/** The first example of the guide that the package has as its README. */
function example(): string {
  const guide = readFileSync(path.join(root, 'design-system/docs/package.md'), 'utf8')
  return /```tsx\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
}

const sources: Record<string, string> = {
  // The example of the guide, as it is printed: no catalogue, no configuration, no Tailwind.
  'index.html': page('main.tsx'),
  'main.tsx': example(),
  // Plain react-intl without messages: the components still have English texts.
  'plain.html': page('plain.jsx'),
  'plain.jsx': `
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'react-intl'
import { Dialog, DialogContent } from '@assay/design-system'
createRoot(document.getElementById('root')).render(<IntlProvider locale="en"><Dialog defaultOpen><DialogContent title="Plain">Text</DialogContent></Dialog></IntlProvider>)`,
  'four.js': `export { Badge, Button, Dialog, DialogClose, DialogContent, DialogTrigger, Tab, TabList, TabPanel, Tabs } from '@assay/design-system'`,
}

/** Writes the pages that the check opens and measures. */
export function writePages(app: string): void {
  for (const [name, text] of Object.entries(sources)) writeFileSync(path.join(app, name), text)
}
