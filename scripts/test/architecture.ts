/**
 * The rules of `dependency-cruiser.cjs` for imports, and no circle in the graph of folders. Both are checked on one
 * reading of the imports.
 *   npm test -- architecture
 */
import { format } from 'dependency-cruiser'
import { findFolderCircles } from './folder-circles.ts'
import { readImports } from './imports.ts'
import { root } from './stages.ts'

const imports = readImports(root)
const rules = await format(imports, { outputType: 'err' })
console.log(rules.output)

const circles = findFolderCircles(imports.modules)
for (const { folders, imports } of circles) {
  console.error(`${folders.length} folders import one another:\n${folders.map(folder => `  ${folder}`).join('\n')}`)
  console.error(`by these imports:\n${imports.map(({ from, to }) => `  ${from} → ${to}`).join('\n')}\n`)
}
if (circles.length === 0) console.log('No circle of folders.')
if (rules.exitCode !== 0 || circles.length > 0) process.exitCode = 1
