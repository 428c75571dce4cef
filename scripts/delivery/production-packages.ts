import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

interface LockedPackage {
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/**
 * Returns the folders of the packages that a workspace needs when it runs, as the lock file places them, relative to
 * the root. Optional ones of other platforms are not installed and left out.
 */
export function productionPackages(root: string, workspace: string): string[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const found = new Set<string>()
  const open = [workspace]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[place] ?? {}
    const required = Object.keys({ ...dependencies, ...peerDependencies }).filter(
      name => !optionalDependencies?.[name] && !peerDependenciesMeta?.[name]?.optional,
    )
    for (const name of [...required, ...Object.keys(optionalDependencies ?? {})]) {
      const target = resolvePlace(packages, place, name)
      const installed = target !== null && existsSync(path.join(root, target))
      if (!installed && required.includes(name))
        throw new Error(`${name}, which ${place} needs, is not installed. Run npm ci first.`)
      if (!installed || found.has(target)) continue
      found.add(target)
      open.push(target)
    }
  }
  return [...found].sort()
}

/** The place from which Node loads a package: the nearest `node_modules` above the one that imports it. */
function resolvePlace(packages: Record<string, LockedPackage>, from: string, name: string): string | null {
  for (let folder = from; ; folder = path.posix.dirname(folder)) {
    if (path.posix.basename(folder) !== 'node_modules') {
      const place = path.posix.join(folder === '.' ? '' : folder, 'node_modules', name)
      if (packages[place] !== undefined && !packages[place].link) return place
    }
    if (folder === '.' || folder === '') return null
  }
}
