import type { ConfigFileIssue } from '../model.ts'
import { routingArea } from '../rule-areas.ts'
import { createFileIssue } from './file-fault.ts'
import { byName, nameOf } from './file-names.ts'
import { type ParsedRule, parseRuleFolder, parseRuleText } from './rule-files.ts'

/**
 * Reads the rules of one assessment in run order: in the order of `order.txt`, then those that it does not name, by
 * name.
 */
export function readRules(
  folder: string,
  files: ReadonlyMap<string, string>,
  problems: ConfigFileIssue[],
): ParsedRule[] {
  const found: ParsedRule[] = []
  // The order of routing rules covers all assessments, so that they have a folder of their own.
  const routing = folder === routingArea
  const assessment = routing ? 'purchase' : folder
  const own = new Map<string, Map<string, string>>()
  for (const [path, text] of files) {
    const slash = path.indexOf('/')
    if (slash > 0)
      own.set(
        path.slice(0, slash),
        (own.get(path.slice(0, slash)) ?? new Map<string, string>()).set(path.slice(slash + 1), text),
      )
    else if (path.toLowerCase().endsWith('.fql')) {
      const read = parseRuleText(assessment, `rules/${folder}/${path}`, text, problems)
      if (read && routing) read.rule.type = 'routing'
      if (read) found.push(read)
    } else if (path !== 'order.txt' && !path.startsWith('.'))
      problems.push(createFileIssue(`rules/${folder}/${path}`, 'ruleFile'))
  }
  for (const [name, inside] of own) {
    const read = parseRuleFolder(assessment, `rules/${folder}/${name}`, nameOf(name), inside, problems)
    if (read && (read.rule.type === 'routing') !== routing)
      problems.push(createFileIssue(read.file, routing ? 'routingType' : 'routingFolder'))
    else if (read) found.push(read)
  }
  for (const [name, same] of Map.groupBy(found, read => read.rule.body.name.toLowerCase())) {
    for (const read of same.slice(1))
      problems.push(createFileIssue(read.file, 'twoRules', { name }, { code: 'CFG002' }))
  }
  const order = (files.get('order.txt') ?? '').split(/\r?\n/)
  const places = new Map<string, number>()
  for (const [index, line] of order.entries()) {
    const name = line.trim().toLowerCase()
    if (name === '') continue
    const fault = places.has(name)
      ? 'orderRepeats'
      : found.some(read => read.rule.body.name.toLowerCase() === name)
        ? null
        : 'orderUnknown'
    if (fault !== null) {
      const at = { line: index + 1, column: 1, code: 'CFG003' }
      problems.push(createFileIssue(`rules/${folder}/order.txt`, fault, { name: line.trim() }, at))
    }
    places.set(name, index)
  }
  const rank = (read: ParsedRule): number => places.get(read.rule.body.name.toLowerCase()) ?? order.length
  return found.sort((a, b) => rank(a) - rank(b) || byName(a.rule.body.name, b.rule.body.name))
}
