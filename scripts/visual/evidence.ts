import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { AuditSummary } from '../../.storybook/themes-check.ts'
import { contractsFor } from '../../design-system/testing/inventory.ts'
import { root } from '../test/stages.ts'

/** Figures of axe for a component in one mode. */
export interface AuditFigures {
  stories: number
  /** Faulty elements by rule. */
  violations: Record<string, number>
  /** Rules that axe could not decide, for a person to look at, and the number of stories with them. */
  undecided: Record<string, number>
  /** Number of rules that held in every story. */
  passed: number
}

/** What a reviewer reads beside the pictures of a component. */
export interface Evidence {
  audits: Record<string, AuditFigures>
  /** What assistive technology is told, by the name of the story. */
  trees: { story: string; text: string }[]
  /** Contracts, as Markdown. */
  contracts: string[]
}

interface Report {
  testResults: {
    name: string
    assertionResults: { meta?: { storyId?: string; modes?: Record<string, AuditSummary> } }[]
  }[]
}

const count = (into: Record<string, number>, key: string, by: number) => {
  into[key] = (into[key] ?? 0) + by
}

/** Sums up the audits of the stories of a component. */
export function summariseAudits(audits: readonly AuditSummary[]): AuditFigures {
  const violations: Record<string, number> = {}
  const undecided: Record<string, number> = {}
  const passes = new Set(audits.flatMap(audit => audit.passes))
  for (const audit of audits) {
    for (const [rule, nodes] of Object.entries(audit.violations)) count(violations, rule, nodes)
    for (const rule of audit.incomplete) count(undecided, rule, 1)
  }
  const passed = [...passes].filter(rule => !(rule in violations) && !(rule in undecided)).length
  return { stories: audits.length, violations, undecided, passed }
}

/** The contracts of a story file: the one of its name where its folder has several. */
function contractsOf(file: string): string[] {
  const folder = path.relative(path.join(root, 'design-system'), path.dirname(file)).replaceAll('\\', '/')
  const all = contractsFor(folder)
  const stem = path.basename(file).split('.')[0]
  const own = all.filter(contract => path.basename(contract.file).split('.')[0] === stem)
  return (own.length > 0 ? own : all).map(({ text }) => text)
}

/** Evidence by component (`forms-select`), from the report of the run that took the pictures. */
export function collectEvidence(reportFile: string, treesFolder: string): Map<string, Evidence> {
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
  const trees = existsSync(treesFolder) ? readdirSync(treesFolder) : []
  const evidence = new Map<string, Evidence>()
  const audits = new Map<string, AuditSummary[]>()
  for (const { name, assertionResults } of testResults)
    for (const { meta } of assertionResults) {
      const component = meta?.storyId?.split('--')[0]
      if (component === undefined) continue
      if (!evidence.has(component))
        evidence.set(component, {
          audits: {},
          contracts: contractsOf(name),
          trees: trees
            .filter(tree => tree.startsWith(`${component}--`))
            .map(tree => ({
              story: tree.slice(component.length + 2, -'.yml'.length),
              text: readFileSync(path.join(treesFolder, tree), 'utf8'),
            })),
        })
      for (const [mode, audit] of Object.entries(meta?.modes ?? {})) {
        const key = `${component} ${mode}`
        audits.set(key, [...(audits.get(key) ?? []), audit])
      }
    }
  for (const [key, list] of audits) {
    const [component = '', mode = ''] = key.split(' ')
    const found = evidence.get(component)
    if (found) found.audits[mode] = summariseAudits(list)
  }
  return evidence
}
