/**
 * Assembles what a machine needs to run Assay, and nothing else: the service, the built console, the commands of an
 * operator, Node and the packages of this platform. Container image, Debian package and release are made from it.
 *   node scripts/delivery/runtime-tree.ts FOLDER
 * The dependencies are installed and the console is built (`node scripts/ensure.mjs --build`).
 */
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { productionPackages } from './production-packages.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Tests and what only they need, documents of the source, types of packages. */
const unused =
  /\.(?:test|stories)\.tsx?$|[\\/]testing(?:[\\/]|$)|[\\/]vitest\.config\.ts$|[\\/]node_modules[\\/]\.|\.d\.[cm]?ts$|\.map$/

interface TreeManifest {
  name: string
  version: string
  license: string
  type: string
}

/** Assembles the tree in a folder, which is emptied before. @returns its version */
export function assembleRuntimeTree(folder: string): string {
  if (!existsSync(path.join(root, 'console/dist/index.html')))
    throw new Error('The console is not built. Run: node scripts/ensure.mjs --build')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const copy = (from: string, to = from): void =>
    cpSync(path.join(root, from), path.join(folder, to), {
      recursive: true,
      // Links stay links to the same relative place: those of the libraries of PostgreSQL.
      verbatimSymlinks: true,
      filter: source => !unused.test(source.slice(root.length)),
    })
  for (const entry of globSync('risk-service/*', { cwd: root })) if (!/node_modules$/.test(entry)) copy(entry)
  for (const place of productionPackages(root, 'risk-service')) copy(place)
  for (const part of ['console/dist', 'locales', 'scripts/installation', 'LICENSE']) copy(part)
  for (const file of ['assay.mjs', 'health.mjs']) copy(`deploy/bin/${file}`, `bin/${file}`)
  const { name, version, license, type } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  ) as TreeManifest
  writeFileSync(
    path.join(folder, 'package.json'),
    `${JSON.stringify({ name, version, private: true, license, type }, null, 2)}\n`,
  )
  cpSync(installedNode(), path.join(folder, 'bin/node'))
  chmodSync(path.join(folder, 'bin/node'), 0o755)
  return version
}

/** The Node that came with the packages of this checkout, else the one that runs. */
function installedNode(): string {
  const [packaged] = globSync(`node_modules/node-{,bin-}${process.platform}-${process.arch}/bin/node`, { cwd: root })
  return packaged === undefined ? process.execPath : path.join(root, packaged)
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) {
    console.error('Usage: node scripts/delivery/runtime-tree.ts FOLDER')
    process.exit(2)
  }
  console.log(`Assay ${assembleRuntimeTree(path.resolve(folder))}: ${path.resolve(folder)}`)
}
