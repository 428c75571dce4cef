import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { ICruiseResult } from 'dependency-cruiser'

/** The workspaces whose imports are read. */
export const workspaces = ['design-system', 'console', 'risk-service'] as const

/** Tests, stories and files that only they or a build need: they may import from anywhere. */
export const notCode = /\.(test|stories)\.tsx?$|\/testing\/|vitest\.config|vite\.config|\/build-[\w-]+\.ts$/

/** True for a file of a workspace, as opposed to a package or a module of Node. */
export const isInWorkspace = (file: string): boolean => workspaces.some(workspace => file.startsWith(`${workspace}/`))

/**
 * All imports of some folders, types included, and the violations of the rules of `dependency-cruiser.cjs`.
 * @param folders by default the workspaces
 */
export function readImports(root: string, folders: readonly string[] = workspaces): ICruiseResult {
  const output = execFileSync(
    path.join(root, 'node_modules/.bin/depcruise'),
    ['--config', 'scripts/test/dependency-cruiser.cjs', '--output-type', 'json', ...folders],
    { cwd: root, encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return JSON.parse(output) as ICruiseResult
}
