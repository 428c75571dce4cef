import type { ConfigFileIssue } from '../model.ts'
import { routingArea } from '../rule-areas.ts'
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
      problems.push({
        file: `rules/${folder}/${path}`,
        line: 0,
        column: 0,
        severity: 'error',
        code: 'CFG001',
        message: 'A rule is a folder with rule.json, or a file that ends in .fql.',
      })
  }
  for (const [name, inside] of own) {
    const read = parseRuleFolder(assessment, `rules/${folder}/${name}`, nameOf(name), inside, problems)
    if (read && (read.rule.type === 'routing') !== routing)
      problems.push({
        file: read.file,
        line: 0,
        column: 0,
        severity: 'error',
        code: 'CFG001',
        message: routing
          ? 'Rules in the folder routing have the type routing.'
          : 'Routing rules have the folder routing.',
      })
    else if (read) found.push(read)
  }
  for (const [name, same] of Map.groupBy(found, read => read.rule.body.name.toLowerCase())) {
    for (const read of same.slice(1))
      problems.push({
        file: read.file,
        line: 0,
        column: 0,
        severity: 'error',
        code: 'CFG002',
        message: `There are two rules named ${name}.`,
      })
  }
  const order = (files.get('order.txt') ?? '').split(/\r?\n/)
  const places = new Map<string, number>()
  for (const [index, line] of order.entries()) {
    const name = line.trim().toLowerCase()
    if (name === '') continue
    const fault = places.has(name)
      ? 'is named twice'
      : found.some(read => read.rule.body.name.toLowerCase() === name)
        ? null
        : 'has no file'
    if (fault)
      problems.push({
        file: `rules/${folder}/order.txt`,
        line: index + 1,
        column: 1,
        severity: 'error',
        code: 'CFG003',
        message: `The rule ${line.trim()} ${fault}.`,
      })
    places.set(name, index)
  }
  const rank = (read: ParsedRule): number => places.get(read.rule.body.name.toLowerCase()) ?? order.length
  return found.sort((a, b) => rank(a) - rank(b) || byName(a.rule.body.name, b.rule.body.name))
}
