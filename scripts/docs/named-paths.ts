import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A build writes its own pages there: the package's names paths as its users import them. */
const builtFolder = 'dist'

/** Pages that guide a reader through the tree. */
function guides(root: string): string[] {
  const readmes = ['console', 'design-system', 'risk-service'].flatMap(workspace =>
    ['', ...readdirSync(path.join(root, workspace)).filter(folder => folder !== builtFolder)].map(folder =>
      path.join(workspace, folder, 'README.md'),
    ),
  )
  const pages = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/finding-things.md', ...readmes]
  return pages.filter(page => existsSync(path.join(root, page)))
}

/**
 * Paths in backticks that do not exist, as `page: path`. A path may be relative to the root, its workspace or its page;
 * one whose first folder exists in none of these is no path but an address or a package.
 */
export function missingPaths(root: string): string[] {
  return guides(root).flatMap(page => {
    const starts = ['', 'risk-service', 'console', path.dirname(page)].map(start => path.join(root, start))
    const text = readFileSync(path.join(root, page), 'utf8')
    return [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\/?)`/g)].flatMap(([, named = '']) => {
      const first = named.split('/')[0] ?? ''
      const roots = starts.filter(start => existsSync(path.join(start, first)))
      return roots.length === 0 || roots.some(start => existsSync(path.join(start, named))) ? [] : [`${page}: ${named}`]
    })
  })
}
