/**
 * Pages that are generated from tables of the code.
 *   npm run docs            writes them
 *   npm run docs -- --check fails when a page is outdated, or names a path that does not exist (a stage of npm test)
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../test/stages.ts'
import { asvs, asvsProblems } from './asvs.ts'
import { type BenchResults, capacity } from './capacity.ts'
import { architecture } from './import-graph.ts'
import { missingPaths } from './named-paths.ts'
import { queryLanguage } from './query-language.ts'
import { riskApi } from './risk-api.ts'

const pages = {
  'architecture.md': architecture(root),
  'query-language.md': await queryLanguage(root),
  'risk-api.md': riskApi(root),
  'security/asvs.md': asvs(root),
}
const stale = Object.entries(pages)
  .filter(([name, text]) => {
    const file = path.join(root, 'docs', name)
    if (existsSync(file) && readFileSync(file, 'utf8') === text) return false
    if (!process.argv.includes('--check')) writeFileSync(file, text)
    return true
  })
  .map(([name]) => `docs/${name}`)

// Of a machine, not of the code: it is written anew, and no check asks for the latest run of the benchmarks.
if (!process.argv.includes('--check')) {
  const results = JSON.parse(readFileSync(path.join(root, 'bench/results.json'), 'utf8')) as BenchResults
  writeFileSync(path.join(root, 'docs/operations/capacity.md'), capacity(results))
}

const faults = [...missingPaths(root).map(each => `${each} is not there`), ...asvsProblems(root)]
for (const each of faults) console.error(each)
if (faults.length > 0) process.exitCode = 1

if (stale.length === 0) console.log('The pages are as the code has it.')
else if (process.argv.includes('--check')) {
  console.error(`${stale.join(' and ')} no longer say what the code does. Make them anew: npm run docs`)
  process.exitCode = 1
} else console.log(`Written: ${stale.join(', ')}`)
